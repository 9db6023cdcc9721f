/** How the shell's use of Electron, its declarations and what was reviewed of them differ: one sentence for each difference. */
import { readDeclarations } from './declared.ts'
import type { Reviewed } from './reviewed.ts'

export interface ElectronAsItIs {
  readonly version: string
  /** The text of electron.d.ts. */
  readonly declarations: string
  readonly uses: readonly string[]
}

export function driftFrom(
  reviewed: Reviewed,
  { version, declarations, uses }: ElectronAsItIs,
): readonly string[] {
  const find = readDeclarations(declarations)
  const known = new Set(uses)
  const unreviewed = version === reviewed.version ? [] : [`Electron ${version} was not reviewed`]
  return [
    ...unreviewed,
    ...uses.flatMap((use) => {
      const declared = find(use)
      if (!declared) return [`${use} is not declared`]
      const systems = declared.systems.join(',')
      const { [use]: row } = reviewed.onSomeSystems
      return [
        ...(declared.isDeprecated ? [`${use} is deprecated`] : []),
        ...(systems === (row?.systems ?? '') ? [] : [`${use} is declared for ${systems || 'all systems'}`]),
        ...(row || reviewed.onAllSystems.includes(use) ? [] : [`${use} was not reviewed`]),
      ]
    }),
    ...[...reviewed.onAllSystems, ...Object.keys(reviewed.onSomeSystems)]
      .filter((use) => !known.has(use))
      .map((use) => `${use} was reviewed and is not used`),
  ]
}
