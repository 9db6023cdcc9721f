/** A PDF of one page of text, written by hand: no library is worth its weight for a training receipt. */

const PAGE = { widthPoints: 420, heightPoints: 595, marginPoints: 36 } as const
const FONT_POINTS = 9
const LINE_POINTS = 16

/** The file, in Latin-1 throughout: its offsets count bytes, and one character is one byte. */
export function writePdf(lines: readonly string[]): Buffer {
  const content = pageContent(lines)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.widthPoints} ${PAGE.heightPoints}]` +
      ' /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let file = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n'
  const offsets = objects.map((object, place) => {
    const offset = file.length
    file += `${place + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries}`
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}

function pageContent(lines: readonly string[]): string {
  const top = PAGE.heightPoints - PAGE.marginPoints - FONT_POINTS
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n')
  return `BT\n/F1 ${FONT_POINTS} Tf\n${LINE_POINTS} TL\n${PAGE.marginPoints} ${top} Td\n${shown}\nET`
}

/** What Latin-1 cannot write becomes a question mark; the three characters that end or escape a string are escaped. */
const escaped = (text: string) =>
  text.replace(/[^\u0020-\u007e\u00a1-\u00ff]/gu, '?').replace(/[\\()]/g, '\\$&')
