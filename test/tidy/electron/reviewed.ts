/**
 * What the shell uses of Electron, as it was reviewed: each member (`.name`) and event (`#name`) of each class. A new version of
 * Electron, or a new use, is looked up in Electron's documents before it comes here: what it does on each system, since when,
 * and what is done where it does nothing.
 */

export interface Reviewed {
  readonly version: string
  readonly onAllSystems: readonly string[]
  readonly onSomeSystems: Readonly<Record<string, SomeSystems>>
}

export interface SomeSystems {
  /** As electron.d.ts says it. */
  readonly systems: string
  /** Why nothing is missing on the others. */
  readonly elsewhere: string
}

const onAllSystems = {
  App: '#before-quit #browser-window-created #browser-window-focus #certificate-error #login #second-instance #select-client-certificate #web-contents-created #window-all-closed .commandLine .enableSandbox .exit .getPath .getVersion .isPackaged .quit .relaunch .releaseSingleInstanceLock .requestSingleInstanceLock .setPath .whenReady',
  BrowserWindow:
    '#close #closed #maximize #move #ready-to-show #resize #unmaximize .destroy .focus .fromWebContents .getBounds .getNormalBounds .isDestroyed .isFocused .isFullScreen .isMaximized .isMinimized .loadURL .maximize .restore .setBounds .setFullScreen .show .showInactive .webContents',
  Clipboard: '.clear .readText',
  CommandLine: '.appendSwitch .getSwitchValue .hasSwitch',
  ContextBridge: '.exposeInMainWorld',
  Dialog: '.showErrorBox .showMessageBox .showOpenDialog .showSaveDialog',
  Display: '.id .workArea',
  HandlerDetails: '.url',
  IpcMain: '.handle',
  IpcMainInvokeEvent: '.sender .senderFrame',
  IpcRenderer: '.invoke .off .on',
  Menu: '.buildFromTemplate .setApplicationMenu',
  MessageBoxReturnValue: '.response',
  Notification: '#click #close .close .isSupported .show',
  OnBeforeRequestListenerDetails: '.url',
  OpenDialogReturnValue: '.canceled .filePaths',
  PowerMonitor: '#resume #suspend',
  PrinterInfo: '.displayName .name',
  ProcessVersions: '.chrome .electron',
  Protocol: '.handle .registerSchemesAsPrivileged',
  RenderProcessGoneDetails: '.exitCode .reason',
  SaveDialogReturnValue: '.canceled .filePath',
  Screen:
    '#display-added #display-metrics-changed #display-removed .getAllDisplays .getDisplayMatching .getPrimaryDisplay',
  Session:
    '#will-download .defaultSession .setDevicePermissionHandler .setPermissionCheckHandler .setPermissionRequestHandler .webRequest',
  Shell: '.openExternal .showItemInFolder',
  WebContents:
    '#render-process-gone #responsive #unresponsive #will-attach-webview #will-frame-navigate #will-redirect .executeJavaScript .forcefullyCrashRenderer .getPrintersAsync .getURL .print .printToPDF .reload .send .setWebRTCIPHandlingPolicy .setWindowOpenHandler',
  WebContentsWillFrameNavigateEventParams: '.isMainFrame .url',
  WebFrameMain: '.url',
  WebRequest: '.onBeforeRequest',
  WindowSessionEndEvent: '.reasons',
} as const

export const reviewed: Reviewed = {
  version: '45.4.1',
  onAllSystems: Object.entries(onAllSystems).flatMap(([owner, names]) =>
    names.split(' ').map((name) => `${owner}${name}`),
  ),
  onSomeSystems: {
    'App.setAppUserModelId': { systems: 'win32', elsewhere: 'asked for on Windows alone (desktop.ts)' },
    'BrowserWindow#query-session-end': {
      ...{ systems: 'win32', elsewhere: 'the power monitor tells of the machine’s end (desktop.ts)' },
    },
    'BrowserWindow#session-end': {
      ...{ systems: 'win32', elsewhere: 'the power monitor tells of the machine’s end (desktop.ts)' },
    },
    'BrowserWindow.setContentProtection': {
      ...{
        systems: 'darwin,win32',
        elsewhere: 'no call keeps a window of Linux out of a picture (threat-model.md)',
      },
    },
    'Clipboard.selection': { systems: 'linux', elsewhere: 'no other system has a second clipboard' },
    'Notification#failed': {
      ...{ systems: 'darwin,win32', elsewhere: 'one that Linux does not show is gone by its `close`' },
    },
    'PowerMonitor#shutdown': {
      ...{ systems: 'linux,darwin', elsewhere: 'Windows tells windows of the session’s end (quit.ts)' },
    },
  },
}
