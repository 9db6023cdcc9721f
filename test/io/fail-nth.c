/*
 * A disk that fails on command. Loaded with LD_PRELOAD, it stands between a process and the C library: it counts the
 * operations on files below one folder and fails the n-th of them, once or from then on, with the error it was given.
 *
 * It is controlled, and reports what it saw, through a page that is shared with whoever maps the file named by
 * FAIL_NTH_CONTROL: test/io/shim.ts writes and reads it. Its numbers are in the order of `struct control` below.
 * A write that fails has left whole sectors of 512 bytes on the disk before, as a disk does that fills up or breaks
 * meanwhile; any other operation that fails has done nothing.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { OPEN, CREATE, READ, WRITE, SYNC, TRUNCATE, RENAME, LINK, UNLINK, MKDIR, KINDS };
enum owner { FOREIGN, WAL, DATABASE, BESIDE, OWNERS };

#define SECTOR_BYTES 512
#define FOLDER_BYTES 512
#define MAX_FILES 65536

struct control {
  int64_t kinds;    /* which kinds of operation may fail, one bit each */
  int64_t fail_at;  /* the number of the operation that fails; 0 for none */
  int64_t error;    /* with this errno */
  int64_t for_good; /* 1: all that follow fail as well */
  int64_t seen;     /* how many there were of these kinds */
  int64_t struck;   /* how many failed */
  int64_t struck_kind; /* what the first was that failed, */
  int64_t struck_owner; /* and on whose file */
  int64_t syncs[OWNERS]; /* by whose file it was */
  char folder[FOLDER_BYTES];
};

static struct control *control;

/* What is open under each number, and which file it was when it was opened. */
static struct { int owner; dev_t device; ino_t inode; } files[MAX_FILES];

__attribute__((constructor)) static void map_control(void) {
  const char *path = getenv("FAIL_NTH_CONTROL");
  int (*real_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
  int file = path ? real_open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *page = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (page != MAP_FAILED) control = page;
  close(file);
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = dlsym(RTLD_NEXT, #name)

static int ends_with(const char *text, const char *ending) {
  size_t length = strlen(text), wanted = strlen(ending);
  return length >= wanted && strcmp(text + length - wanted, ending) == 0;
}

static int owner_of(const char *path) {
  if (!control || !control->folder[0] || !path) return FOREIGN;
  size_t length = strnlen(control->folder, FOLDER_BYTES);
  if (strncmp(path, control->folder, length) != 0) return FOREIGN;
  if (path[length] != '/' && path[length] != '\0') return FOREIGN;
  if (ends_with(path, ".journal-wal")) return WAL;
  return ends_with(path, ".journal") ? DATABASE : BESIDE;
}

/* Not every close passes by here (Node asks the kernel itself), so the number may be another file's or a socket's by now. */
static int owner_at(int file) {
  if (file < 0 || file >= MAX_FILES || files[file].owner == FOREIGN) return FOREIGN;
  struct stat is;
  if (fstat(file, &is) != 0 || is.st_dev != files[file].device || is.st_ino != files[file].inode) {
    files[file].owner = FOREIGN;
  }
  return files[file].owner;
}

static int count(int64_t *number) { return (int)__atomic_add_fetch(number, 1, __ATOMIC_SEQ_CST); }

/* Counts one operation; true, with errno set, where it is to fail. */
static int strikes(enum kind kind, int owner) {
  if (owner == FOREIGN) return 0;
  if (kind == SYNC) count(&control->syncs[owner]);
  if (!(control->kinds & (1 << kind))) return 0;
  int64_t number = count(&control->seen);
  int64_t at = control->fail_at;
  if (at == 0 || number < at || (number > at && !control->for_good)) return 0;
  if (count(&control->struck) == 1) {
    control->struck_kind = kind;
    control->struck_owner = owner;
  }
  errno = (int)control->error;
  return 1;
}

static int opened(int file, const char *path) {
  struct stat is;
  if (file < 0 || file >= MAX_FILES) return file;
  files[file].owner = fstat(file, &is) == 0 ? owner_of(path) : FOREIGN;
  if (files[file].owner == FOREIGN) return file;
  files[file].device = is.st_dev;
  files[file].inode = is.st_ino;
  return file;
}

#define OPENS(name) \
  int name(const char *path, int flags, ...) { \
    REAL(name); \
    va_list more; \
    va_start(more, flags); \
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
    va_end(more); \
    int makes = (flags & O_CREAT) && access(path, F_OK) != 0; \
    if (strikes(makes ? CREATE : OPEN, owner_of(path))) return -1; \
    return opened(real(path, flags, mode), path); \
  }
OPENS(open)
OPENS(open64)

/* What is on the disk of a write that fails. */
static size_t torn(size_t bytes) { return bytes / 2 / SECTOR_BYTES * SECTOR_BYTES; }

ssize_t write(int file, const void *bytes, size_t count) {
  REAL(write);
  if (!strikes(WRITE, owner_at(file))) return real(file, bytes, count);
  int error = errno;
  if (torn(count) > 0) (void)!real(file, bytes, torn(count));
  errno = error;
  return -1;
}

#define WRITES_AT(name, offset_type) \
  ssize_t name(int file, const void *bytes, size_t count, offset_type at) { \
    REAL(name); \
    if (!strikes(WRITE, owner_at(file))) return real(file, bytes, count, at); \
    int error = errno; \
    if (torn(count) > 0) (void)!real(file, bytes, torn(count), at); \
    errno = error; \
    return -1; \
  }
WRITES_AT(pwrite, off_t)
WRITES_AT(pwrite64, off64_t)

#define FAILS_ON_FILE(kind, result, name, parameters, arguments) \
  result name parameters { \
    REAL(name); \
    return strikes(kind, owner_at(file)) ? -1 : real arguments; \
  }
FAILS_ON_FILE(WRITE, ssize_t, writev, (int file, const struct iovec *parts, int count), (file, parts, count))
FAILS_ON_FILE(READ, ssize_t, read, (int file, void *bytes, size_t count), (file, bytes, count))
FAILS_ON_FILE(READ, ssize_t, pread64, (int file, void *bytes, size_t count, off64_t at), (file, bytes, count, at))
FAILS_ON_FILE(SYNC, int, fsync, (int file), (file))
FAILS_ON_FILE(SYNC, int, fdatasync, (int file), (file))
FAILS_ON_FILE(TRUNCATE, int, ftruncate64, (int file, off64_t size), (file, size))

#define FAILS_ON_PATH(kind, name, parameters, arguments) \
  int name parameters { \
    REAL(name); \
    return strikes(kind, owner_of(path)) ? -1 : real arguments; \
  }
FAILS_ON_PATH(RENAME, rename, (const char *path, const char *to), (path, to))
FAILS_ON_PATH(LINK, link, (const char *path, const char *to), (path, to))
FAILS_ON_PATH(UNLINK, unlink, (const char *path), (path))
FAILS_ON_PATH(UNLINK, remove, (const char *path), (path))
FAILS_ON_PATH(MKDIR, mkdir, (const char *path, mode_t mode), (path, mode))
