/**
 * For which system and processor a native module was made, read from the first bytes of its file. One that npm or a compiler
 * made for the packing machine is packed without a word into a counter for another.
 */

/** @typedef {{ platform: string, arch: string }} Target */

const elfMachines = new Map([
  [62, 'x64'],
  [183, 'arm64'],
])
const peMachines = new Map([
  [0x8664, 'x64'],
  [0xaa64, 'arm64'],
])
const machProcessors = new Map([
  [0x01000007, 'x64'],
  [0x0100000c, 'arm64'],
])

/**
 * The targets that the file serves: several for a Mac's fat file, none where its kind is not known.
 * @param {Buffer} bytes
 * @returns {readonly Target[]}
 */
export function targetsOf(bytes) {
  if (bytes.length < 64) return []
  const of = (platform, arch) => (arch === undefined ? [] : [{ platform, arch }])
  if (bytes.toString('latin1', 0, 4) === '\x7fELF')
    return of('linux', elfMachines.get(bytes.readUInt16LE(18)))
  if (bytes.toString('latin1', 0, 2) === 'MZ') {
    const at = bytes.readUInt32LE(60)
    const isPe = at + 6 <= bytes.length && bytes.toString('latin1', at, at + 4) === 'PE\0\0'
    return isPe ? of('win32', peMachines.get(bytes.readUInt16LE(at + 4))) : []
  }
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return of('darwin', machProcessors.get(bytes.readUInt32LE(4)))
  if (bytes.readUInt32BE(0) !== 0xcafebabe) return []
  const count = Math.min(bytes.readUInt32BE(4), Math.floor((bytes.length - 8) / 20))
  return Array.from({ length: count }, (_, index) => bytes.readUInt32BE(8 + 20 * index)).flatMap(
    (processor) => of('darwin', machProcessors.get(processor)),
  )
}
