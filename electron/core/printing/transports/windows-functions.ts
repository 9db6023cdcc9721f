/**
 * The functions of winspool.drv, as winspool.h declares them. Nothing is decided here, and nothing of it is loaded anywhere
 * but on Windows. The places of the two status words are those of 64 bits, which is all that Comptoir is built for.
 */
import { type SpoolerFunctions, SpoolerHangs } from './windows-spooler.ts'

/** JOB_INFO_1W: a number, then six pointers, then Status. */
const JOB_STATUS_OFFSET = 56
/** PRINTER_INFO_2W: thirteen pointers, then Attributes, four numbers and Status. */
const PRINTER_ATTRIBUTES_OFFSET = 104
const PRINTER_STATUS_OFFSET = 124
/** DRIVER_INFO_8W: a number, ten pointers, a date, a version, eight pointers, then dwPrinterDriverAttributes. */
const DRIVER_ATTRIBUTES_OFFSET = 168
/** More than any of these with all the texts behind it. */
const INFO_BYTES = 65_536
const JOB_CONTROL_DELETE = 5
/** Fewer than the threads that everything else of the process shares. */
const MAX_CALLS_UNDER_WAY = 2

let loaded: Promise<SpoolerFunctions<unknown>> | undefined

/** Loads them once; undefined on any other system. Rejects where the system lacks one of them. */
export function loadWindowsFunctions(): Promise<SpoolerFunctions<unknown>> | undefined {
  if (process.platform !== 'win32') return undefined
  loaded ??= loadFunctionsOf('winspool.drv')
  return loaded
}

/** Of the library with this name or path. */
export async function loadFunctionsOf(library: string): Promise<SpoolerFunctions<unknown>> {
  const { default: koffi } = await import('koffi')
  const spooler = koffi.load(library)
  const call = caller()
  koffi.struct('DOC_INFO_1W', { pDocName: 'str16', pOutputFile: 'str16', pDatatype: 'str16' })
  const openPrinter = spooler.func(
    'int __stdcall OpenPrinterW(str16 name, _Out_ void **printer, void *defaults)',
  )
  const getPrinter = spooler.func(
    'int __stdcall GetPrinterW(void *printer, uint32_t level, _Out_ uint8_t *info, uint32_t bytes, _Out_ uint32_t *needed)',
  )
  const getDriver = spooler.func(
    'int __stdcall GetPrinterDriverW(void *printer, str16 environment, uint32_t level, _Out_ uint8_t *info, uint32_t bytes, _Out_ uint32_t *needed)',
  )
  const startDoc = spooler.func(
    'uint32_t __stdcall StartDocPrinterW(void *printer, uint32_t level, DOC_INFO_1W *info)',
  )
  const startPage = spooler.func('int __stdcall StartPagePrinter(void *printer)')
  const writePrinter = spooler.func(
    'int __stdcall WritePrinter(void *printer, const uint8_t *bytes, uint32_t count, _Out_ uint32_t *written)',
  )
  const endPage = spooler.func('int __stdcall EndPagePrinter(void *printer)')
  const endDoc = spooler.func('int __stdcall EndDocPrinter(void *printer)')
  const getJob = spooler.func(
    'int __stdcall GetJobW(void *printer, uint32_t job, uint32_t level, _Out_ uint8_t *info, uint32_t bytes, _Out_ uint32_t *needed)',
  )
  const setJob = spooler.func(
    'int __stdcall SetJobW(void *printer, uint32_t job, uint32_t level, void *info, uint32_t command)',
  )
  const closePrinter = spooler.func('int __stdcall ClosePrinter(void *printer)')
  return {
    async open(name) {
      const printer: [unknown] = [null]
      return isDone(await call(openPrinter, name, printer, null)) ? printer[0] : undefined
    },
    async readStatus(printer) {
      const info = Buffer.alloc(INFO_BYTES)
      if (!isDone(await call(getPrinter, printer, 2, info, info.length, [0]))) return undefined
      return {
        status: info.readUInt32LE(PRINTER_STATUS_OFFSET),
        attributes: info.readUInt32LE(PRINTER_ATTRIBUTES_OFFSET),
      }
    },
    async readDriver(printer) {
      const info = Buffer.alloc(INFO_BYTES)
      const result = await call(getDriver, printer, null, 8, info, info.length, [0])
      return isDone(result) ? info.readUInt32LE(DRIVER_ATTRIBUTES_OFFSET) : undefined
    },
    startDocument: async (printer, title, datatype) =>
      Number(await call(startDoc, printer, 1, { pDocName: title, pOutputFile: null, pDatatype: datatype })),
    startPage: async (printer) => isDone(await call(startPage, printer)),
    async write(printer, bytes) {
      const written = [0]
      const took = await call(writePrinter, printer, bytes, bytes.length, written)
      return isDone(took) ? written[0] : undefined
    },
    endPage: async (printer) => isDone(await call(endPage, printer)),
    endDocument: async (printer) => isDone(await call(endDoc, printer)),
    async readJob(printer, jobId) {
      const info = Buffer.alloc(INFO_BYTES)
      const found = await call(getJob, printer, jobId, 1, info, info.length, [0])
      return isDone(found) ? info.readUInt32LE(JOB_STATUS_OFFSET) : undefined
    },
    deleteJob: async (printer, jobId) =>
      isDone(await call(setJob, printer, jobId, 0, null, JOB_CONTROL_DELETE)),
    close: async (printer) => void (await call(closePrinter, printer)),
  }
}

/** A BOOL is an `int`, and any but 0 is true. */
const isDone = (answer: unknown): boolean => Number(answer) !== 0

interface Declared {
  async(...given: readonly unknown[]): unknown
}

/** Calls on a thread of its own: a printer of another machine may keep a call for a minute, and the counter sells meanwhile. */
function caller(): (declared: Declared, ...given: readonly unknown[]) => Promise<unknown> {
  let underWay = 0
  return (declared, ...given) => {
    if (underWay >= MAX_CALLS_UNDER_WAY)
      return Promise.reject(new SpoolerHangs('the spooler does not come back'))
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
