/** What a packing machine may lack, what follows from it, and what electron-builder is given instead. */

/** Which variable each of electron-builder's options for Azure's signing is read from: it takes none of them by itself. */
const azureOptions = {
  publisherName: 'AZURE_SIGN_PUBLISHER',
  endpoint: 'AZURE_SIGN_ENDPOINT',
  codeSigningAccountName: 'AZURE_SIGN_ACCOUNT',
  certificateProfileName: 'AZURE_SIGN_PROFILE',
}
/** With these Microsoft's own module signs in. */
const azureLogin = ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET']
const azure = [...azureLogin, ...Object.values(azureOptions)]

/** Each group of variables is enough by itself. */
const credentials = {
  win32: {
    what: `a certificate for Windows (WIN_CSC_LINK or CSC_LINK with its password, or Azure's: ${azure.join(', ')})`,
    so: 'the installer is unsigned: Windows warns of it, and no update installs it',
    groups: [['WIN_CSC_LINK'], ['CSC_LINK'], azure],
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

/** Where versions are looked for, see electron/core/updates/update-line.ts. */
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
  const has = ({ groups }) => groups.some((group) => hasAll(group, env))
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
 * What electron-builder is given instead, over electron-builder.yml. Apple's processors start nothing that is not signed, and
 * the fuses change what Electron brought signed: without a certificate the counter is signed for the machine alone. Azure
 * signs Windows' where all that it takes is in the environment.
 * @param {ReturnType<typeof findMissing>} missing
 * @param {{ emptyRuntime: () => string, platform?: string, env?: Readonly<Record<string, string | undefined>> }} machine
 */
export function configOver(missing, { emptyRuntime, platform = process.platform, env = {} }) {
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
    ...(platform === 'win32' && hasAll(azure, env) && { win: { azureSignOptions: readAzure(env) } }),
  }
}

const hasAll = (names, env) => names.every((name) => env[name])

/** @returns {Record<keyof typeof azureOptions, string>} */
const readAzure = (env) =>
  Object.fromEntries(Object.entries(azureOptions).map(([option, name]) => [option, env[name]]))
