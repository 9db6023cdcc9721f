/** How large a file is, in kilobytes of 1,000 bytes; never none. */
import { Text } from './text.tsx'

const bytesPerKilobyte = 1_000

export const FileSize = ({ bytes }: { readonly bytes: number }) => (
  <Text k="app.kilobytes" values={{ count: Math.max(1, Math.round(bytes / bytesPerKilobyte)) }} />
)
