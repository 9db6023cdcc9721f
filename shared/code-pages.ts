/** The code pages in which receipt printers write French: their names here, and the number by which ESC t chooses each. */
export const codePages = ['cp858', 'wpc1252', 'cp850', 'cp437'] as const
export type CodePage = (typeof codePages)[number]

/** The numbers that Epson gave them and that nearly all others took over. */
export const codePageNumbers: Readonly<Record<CodePage, number>> = {
  cp437: 0,
  cp850: 2,
  wpc1252: 16,
  cp858: 19,
}
