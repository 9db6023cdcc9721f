/** API profiles of shops whose service differs from the built-in one. */
import { type ApiProfile, builtInProfile } from '#core/api/profile.ts'

export const profileWithPaths = (paths: Partial<ApiProfile['paths']>): ApiProfile => ({
  ...builtInProfile,
  paths: { ...builtInProfile.paths, ...paths },
})
