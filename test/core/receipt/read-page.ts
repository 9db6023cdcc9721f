/** Reads a slip's page back as a person would see it: its tags in order, and its words with the tags taken out. */

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

export const tagsOf = (page: string): readonly string[] => page.match(/<[^>]*>/g) ?? []

/** The page's words, one piece of text per line. */
export function wordsOf(page: string): readonly string[] {
  const body = page.slice(page.indexOf('<body'), page.indexOf('</body>'))
  return body
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .split('\n')
    .filter((text) => text.trim() !== '')
}
