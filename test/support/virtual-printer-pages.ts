/**
 * What a printer's upper bytes stand for, by the number of its code page: the signs of French, written down from the
 * printers' own tables and not from ours. Any other is the replacement character.
 */
const ofDos: Readonly<Record<number, string>> = {
  ...{ 128: 'Ç', 129: 'ü', 130: 'é', 131: 'â', 133: 'à', 135: 'ç', 136: 'ê', 137: 'ë', 138: 'è' },
  ...{ 139: 'ï', 140: 'î', 144: 'É', 145: 'æ', 147: 'ô', 148: 'ö', 150: 'û', 151: 'ù' },
  ...{ 174: '«', 175: '»', 248: '°', 250: '·', 255: '\u00a0' },
}
const of850: Readonly<Record<number, string>> = {
  ...ofDos,
  ...{ 183: 'À', 182: 'Â', 212: 'È', 210: 'Ê', 211: 'Ë', 215: 'Î', 216: 'Ï', 226: 'Ô' },
  ...{ 235: 'Ù', 234: 'Û', 167: 'º' },
}

const decoders: Readonly<Record<number, (byte: number) => string | undefined>> = {
  0: (byte) => ofDos[byte],
  2: (byte) => of850[byte],
  16: (byte) => new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
  19: (byte) => (byte === 0xd5 ? '€' : of850[byte]),
}

export const decodeUpperByte = (page: number, byte: number): string => decoders[page]?.(byte) ?? '\ufffd'
