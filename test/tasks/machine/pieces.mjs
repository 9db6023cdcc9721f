/**
 * What the operating system of a Linux machine supplies, and how to see that it is missing: a table alone.
 *
 * `needs` names the first step that needs the piece (see `levels`), `debian` its package, `probe` answers whether it is
 * there on any Linux, `otherwise` says what to do where the package does not bring it. `isWelcome`: installed with the others,
 * and nobody is asked for it.
 */

/** Each step needs its own pieces and those of the steps before it. */
export const levels = ['start', 'stand-in', 'test']

const chromiumOtherwise =
  'install Google Chrome (https://www.google.com/chrome), or name a Chromium with COMPTOIR_CHROMIUM; the one that Ubuntu ' +
  'has as a snap cannot be driven'

/**
 * @typedef {{ onPath: (name: string) => boolean, succeeds: (name: string, args: string[]) => boolean,
 *   hasChromium: () => boolean }} Looks
 * @typedef {{ debian: string, needs: string, probe: (looks: Looks) => boolean, otherwise?: string,
 *   isWelcome?: boolean }} Piece
 * @type {readonly Piece[]}
 */
const pieces = [
  {
    debian: 'libsecret-1-dev',
    needs: 'start',
    probe: ({ succeeds }) => succeeds('pkg-config', ['--exists', 'libsecret-1']),
  },
  { debian: 'pkg-config', needs: 'start', probe: ({ onPath }) => onPath('pkg-config') },
  { debian: 'fonts-noto-core', needs: 'start', probe: ({ succeeds }) => succeeds('fc-list', [':lang=ar']) },
  {
    debian: 'chromium',
    needs: 'stand-in',
    probe: ({ hasChromium }) => hasChromium(),
    otherwise: chromiumOtherwise,
  },
  {
    debian: 'chromium-headless-shell',
    needs: 'test',
    probe: ({ onPath }) => onPath('chromium-headless-shell'),
    isWelcome: true,
  },
  { debian: 'xvfb', needs: 'test', probe: ({ onPath }) => onPath('Xvfb') },
  // xvfb-run ends at once without it, and xvfb only recommends it.
  { debian: 'xauth', needs: 'test', probe: ({ onPath }) => onPath('xauth') },
  {
    debian: 'dbus',
    needs: 'test',
    probe: ({ onPath }) => onPath('dbus-daemon') && onPath('dbus-send'),
  },
  { debian: 'gnome-keyring', needs: 'test', probe: ({ onPath }) => onPath('gnome-keyring-daemon') },
  { debian: 'cups', needs: 'test', probe: ({ onPath }) => onPath('cupsd') },
]

/** What is missing for a step: of what it needs, or of what is welcome beside. */
export const findMissing = (need, looks, isWelcome = false) =>
  pieces.filter(
    (piece) =>
      (piece.isWelcome ?? false) === isWelcome &&
      levels.indexOf(piece.needs) <= levels.indexOf(need) &&
      !piece.probe(looks),
  )

/** The commands of other distributions, which this project does not run. */
export const elsewhere = [
  {
    tool: 'dnf',
    command:
      'sudo dnf install libsecret-devel pkgconf chromium xorg-x11-server-Xvfb xorg-x11-xauth dbus-daemon gnome-keyring cups google-noto-sans-arabic-fonts',
  },
  {
    tool: 'pacman',
    command:
      'sudo pacman -S libsecret pkgconf chromium xorg-server-xvfb xorg-xauth dbus gnome-keyring cups noto-fonts',
  },
  {
    tool: 'zypper',
    command:
      'sudo zypper install libsecret-devel pkgconf chromium xorg-x11-server-Xvfb xauth dbus-1 gnome-keyring cups noto-sans-arabic-fonts',
  },
]

/** How a person gets a Node that runs the tasks, where set-up has none to bring. */
export const nodeOtherwise = {
  darwin: 'brew install node@24',
  win32: 'winget install OpenJS.NodeJS.LTS',
}

/** What keytar needs where its ready-made file cannot be fetched and it is compiled. */
export const compilerOtherwise = {
  darwin: "Apple's command line tools (xcode-select --install)",
  win32: 'Python 3 and the Visual Studio Build Tools with C++',
  linux: 'python3, make, g++ and libsecret-1-dev',
}
