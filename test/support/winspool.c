/* A library with the functions of winspool.drv, for systems that have none: every BOOL that is true is 0x100, whose first byte
   is 0, as a BOOL may be. The printer is called "POS-80"; the end of its document is refused. */
#include <stdint.h>
#include <string.h>

enum { TRUE_WITHOUT_FIRST_BYTE = 0x100, FALSE_ = 0 };
static const char queue[] = "POS-80";
static int printer;

int OpenPrinterW(const uint16_t *name, void **handle, void *defaults) {
  (void)defaults;
  for (unsigned at = 0; at < sizeof queue; at++)
    if (name[at] != queue[at]) return FALSE_;
  *handle = &printer;
  return TRUE_WITHOUT_FIRST_BYTE;
}

static int put_value(uint8_t *info, uint32_t bytes, uint32_t *needed, uint32_t at, uint32_t value) {
  *needed = at + sizeof value;
  if (bytes < *needed) return FALSE_;
  memcpy(info + at, &value, sizeof value);
  return TRUE_WITHOUT_FIRST_BYTE;
}

int GetPrinterW(void *handle, uint32_t level, uint8_t *info, uint32_t bytes, uint32_t *needed) {
  if (handle != &printer || level != 2) return FALSE_;
  put_value(info, bytes, needed, 104, 0x400);
  return put_value(info, bytes, needed, 124, 0x10);
}

int GetPrinterDriverW(void *handle, const uint16_t *environment, uint32_t level, uint8_t *info, uint32_t bytes, uint32_t *needed) {
  (void)environment;
  return handle == &printer && level == 8 ? put_value(info, bytes, needed, 168, 2) : FALSE_;
}

struct document { const uint16_t *name, *file, *datatype; };

uint32_t StartDocPrinterW(void *handle, uint32_t level, const struct document *document) {
  return handle == &printer && level == 1 && document->file == 0 && document->datatype[0] == 'R' ? 7 : 0;
}

int StartPagePrinter(void *handle) { return handle == &printer ? TRUE_WITHOUT_FIRST_BYTE : FALSE_; }

int WritePrinter(void *handle, const uint8_t *bytes, uint32_t count, uint32_t *written) {
  (void)bytes;
  *written = count;
  return handle == &printer ? TRUE_WITHOUT_FIRST_BYTE : FALSE_;
}

int EndPagePrinter(void *handle) { return handle == &printer ? TRUE_WITHOUT_FIRST_BYTE : FALSE_; }

int EndDocPrinter(void *handle) {
  (void)handle;
  return FALSE_;
}

int GetJobW(void *handle, uint32_t job, uint32_t level, uint8_t *info, uint32_t bytes, uint32_t *needed) {
  return handle == &printer && job == 7 && level == 1 ? put_value(info, bytes, needed, 56, 0x40) : FALSE_;
}

int SetJobW(void *handle, uint32_t job, uint32_t level, void *info, uint32_t command) {
  (void)info;
  return handle == &printer && job == 7 && level == 0 && command == 5 ? TRUE_WITHOUT_FIRST_BYTE : FALSE_;
}

int ClosePrinter(void *handle) { return handle == &printer ? TRUE_WITHOUT_FIRST_BYTE : FALSE_; }
