/**
 * The functions of winspool.drv, as winspool.h declares them. Nothing is decided here, and nothing of it is loaded anywhere
 * but on Windows. The places of the two status words are those of 64 bits, which is all that Comptoir is built for.
 */
import type { SpoolerFunctions } from './windows-spooler.ts'

/** JOB_INFO_1W: a number, then six pointers, then Status. */
const JOB_STATUS_OFFSET = 56
/** More than JOB_INFO_1W with all the texts behind it. */
const JOB_INFO_BYTES = 65_536
const JOB_CONTROL_DELETE = 5
/** Fewer than the threads that everything else of the process shares. */
const MAX_CALLS_UNDER_WAY = 2

let loaded: Promise<SpoolerFunctions<unknown>> | undefined

/** Loads them once; undefined on any other system. Rejects where the system lacks one of them. */
export function loadWindowsFunctions(): Promise<SpoolerFunctions<unknown>> | undefined {
  if (process.platform !== 'win32') return undefined
  loaded ??= load()
  return loaded
}

async function load(): Promise<SpoolerFunctions<unknown>> {
  const { default: koffi } = await import('koffi')
  const spooler = koffi.load('winspool.drv')
  const call = caller()
  koffi.struct('DOC_INFO_1W', { pDocName: 'str16', pOutputFile: 'str16', pDatatype: 'str16' })
  const openPrinter = spooler.func(
    'bool __stdcall OpenPrinterW(str16 name, _Out_ void **printer, void *defaults)',
  )
  const getPrinter = spooler.func(
    'bool __stdcall GetPrinterW(void *printer, uint32_t level, _Out_ uint8_t *info, uint32_t bytes, _Out_ uint32_t *needed)',
  )
  const startDoc = spooler.func(
    'uint32_t __stdcall StartDocPrinterW(void *printer, uint32_t level, DOC_INFO_1W *info)',
  )
  const startPage = spooler.func('bool __stdcall StartPagePrinter(void *printer)')
  const writePrinter = spooler.func(
    'bool __stdcall WritePrinter(void *printer, const uint8_t *bytes, uint32_t count, _Out_ uint32_t *written)',
  )
  const endPage = spooler.func('bool __stdcall EndPagePrinter(void *printer)')
  const endDoc = spooler.func('bool __stdcall EndDocPrinter(void *printer)')
  const getJob = spooler.func(
    'bool __stdcall GetJobW(void *printer, uint32_t job, uint32_t level, _Out_ uint8_t *info, uint32_t bytes, _Out_ uint32_t *needed)',
  )
  const setJob = spooler.func(
    'bool __stdcall SetJobW(void *printer, uint32_t job, uint32_t level, void *info, uint32_t command)',
  )
  const closePrinter = spooler.func('bool __stdcall ClosePrinter(void *printer)')
  return {
    async open(name) {
      const printer: [unknown] = [null]
      return (await call(openPrinter, name, printer, null)) === true ? printer[0] : undefined
    },
    async readStatus(printer) {
      const info = Buffer.alloc(4)
      const told = await call(getPrinter, printer, 6, info, info.length, [0])
      return told === true ? info.readUInt32LE() : undefined
    },
    startDocument: async (printer, title) =>
      Number(await call(startDoc, printer, 1, { pDocName: title, pOutputFile: null, pDatatype: 'RAW' })),
    startPage: async (printer) => (await call(startPage, printer)) === true,
    async write(printer, bytes) {
      const written = [0]
      const took = await call(writePrinter, printer, bytes, bytes.length, written)
      return took === true ? written[0] : undefined
    },
    endPage: async (printer) => (await call(endPage, printer)) === true,
    endDocument: async (printer) => (await call(endDoc, printer)) === true,
    async readJob(printer, jobId) {
      const info = Buffer.alloc(JOB_INFO_BYTES)
      const found = await call(getJob, printer, jobId, 1, info, info.length, [0])
      return found === true ? info.readUInt32LE(JOB_STATUS_OFFSET) : undefined
    },
    deleteJob: async (printer, jobId) =>
      (await call(setJob, printer, jobId, 0, null, JOB_CONTROL_DELETE)) === true,
    close: async (printer) => void (await call(closePrinter, printer)),
  }
}

interface Declared {
  async(...given: readonly unknown[]): unknown
}

/** Calls on a thread of its own: a printer of another machine may keep a call for a minute, and the counter sells meanwhile. */
function caller(): (declared: Declared, ...given: readonly unknown[]) => Promise<unknown> {
  let underWay = 0
  return (declared, ...given) => {
    if (underWay >= MAX_CALLS_UNDER_WAY) return Promise.reject(new Error('the spooler does not come back'))
    underWay += 1
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    declared.async(...given, (fault: unknown, answer: unknown) => {
      underWay -= 1
      if (fault) reject(fault)
      else resolve(answer)
    })
    return promise
  }
}
