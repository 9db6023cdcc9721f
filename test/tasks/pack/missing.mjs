/** What a packing machine may lack, what follows from it, and what electron-builder is told instead. */

/** Each group of variables is enough by itself. */
const credentials = {
  win32: {
    what: 'a certificate for Windows (WIN_CSC_LINK or CSC_LINK with its password, or AZURE_TENANT_ID)',
    so: 'the installer is unsigned: Windows warns of it, and no update installs it',
    groups: [['WIN_CSC_LINK'], ['CSC_LINK'], ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID']],
  },
  darwin: {
    what: 'a Developer ID for macOS (CSC_LINK with its password, or CSC_NAME)',
    so: 'it is signed for this Mac alone, without the hardened runtime',
    groups: [['CSC_LINK'], ['CSC_NAME']],
  },
}
const notarisation = {
  what: "Apple's key for notarisation (APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER)",
  so: 'Gatekeeper refuses it on every other Mac',
  groups: [['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER']],
}

/** Where versions are told of, see electron/core/updates/update-source.ts. */
const source = {
  name: 'source',
  what: 'an address and a key for versions (npm run release -- key FILE, and resources/updates.json)',
  so: 'it looks for no newer version, and installs none',
}

/**
 * What is missing, in the order in which it is needed.
 * @param {{ hasRuntime: boolean, platform: string, env: Readonly<Record<string, string | undefined>>, updates: { address: string | null, keys: readonly string[] } }} machine
 * @returns {readonly { name: 'runtime' | 'certificate' | 'notarisation' | 'source', what: string, so: string, platform: string }[]}
 */
export function findMissing({ hasRuntime, platform, env, updates }) {
  const has = ({ groups }) => groups.some((group) => group.every((name) => env[name]))
  const certificate = credentials[platform]
  return [
    ...(hasRuntime
      ? []
      : [
          {
            name: 'runtime',
            what: "Electron's runtime, which its release server did not give (npm run setup tries again)",
            so: "only the counter's own part is packed, for Linux, and nothing that runs",
            platform,
          },
        ]),
    ...(certificate === undefined || has(certificate)
      ? []
      : [{ name: 'certificate', ...certificate, platform }]),
    ...(platform !== 'darwin' || has(notarisation)
      ? []
      : [{ name: 'notarisation', ...notarisation, platform }]),
    ...(updates.address !== null && updates.keys.length > 0 ? [] : [{ ...source, platform }]),
  ]
}

/**
 * What electron-builder is told instead, over electron-builder.yml. Apple's processors start nothing that is not signed, and
 * the fuses change what Electron brought signed: without a certificate the counter is signed for the machine alone.
 */
export function configOver(missing, { emptyRuntime }) {
  const lacks = (name) => missing.find((one) => one.name === name)
  const forThisMac = { identity: '-', hardenedRuntime: false }
  const mac = {
    ...(lacks('certificate')?.platform === 'darwin' && forThisMac),
    ...(lacks('notarisation') && { notarize: false }),
  }
  return {
    // The fuses are in the program that is not there.
    ...(lacks('runtime') && { electronDist: emptyRuntime(), electronFuses: null }),
    ...(Object.keys(mac).length > 0 && { mac }),
  }
}
