#pragma once

#include <exiv2/exiv2.hpp>

#include <cstdio>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace evoke {

/// Reads an open file the way Exiv2 reads a file that it opens itself.
class OpenFile final : public Exiv2::BasicIo {
public:
    explicit OpenFile(int descriptor) {
        const int own = dup(descriptor);
        file_ = own < 0 ? nullptr : fdopen(own, "rb");
        if (own >= 0 && !file_) ::close(own);
    }
    OpenFile(const OpenFile &) = delete;
    OpenFile &operator=(const OpenFile &) = delete;
    ~OpenFile() override {
        munmap();
        if (file_) std::fclose(file_);
    }

    int open() override {
        munmap();
        if (!file_) return 1;
        std::clearerr(file_);
        return fseeko(file_, 0, SEEK_SET);
    }
    int close() override { return munmap(); }
    bool isopen() const override { return file_ != nullptr; }

    Exiv2::DataBuf read(long count) override {
        if (count < 0 || size_t(count) > size()) throw Exiv2::Error(Exiv2::kerInvalidMalloc);
        Exiv2::DataBuf bytes(count);
        bytes.size_ = read(bytes.pData_, count);
        return bytes;
    }
    long read(Exiv2::byte *bytes, long count) override { return long(std::fread(bytes, 1, size_t(count), file_)); }
    int getb() override { return std::getc(file_); }
    int seek(long offset, Position from) override {
        return fseeko(file_, offset, from == beg ? SEEK_SET : from == cur ? SEEK_CUR : SEEK_END);
    }
    long tell() const override { return ftello(file_); }
    size_t size() const override {
        struct stat status;
        return fstat(fileno(file_), &status) == 0 ? size_t(status.st_size) : size_t(-1);
    }
    int error() const override { return std::ferror(file_); }
    bool eof() const override { return std::feof(file_) != 0; }
    std::string path() const override { return "photo"; }

    Exiv2::byte *mmap(bool) override {
        munmap();
        const size_t bytes = size();
        void *start = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, fileno(file_), 0);
        if (start == MAP_FAILED) throw Exiv2::Error(Exiv2::kerCallFailed, "photo", "mmap", "mmap");
        start_ = start;
        bytes_ = bytes;
        return static_cast<Exiv2::byte *>(start);
    }
    int munmap() override {
        if (start_) ::munmap(start_, bytes_);
        start_ = nullptr;
        return 0;
    }

    // Read-only.
    long write(const Exiv2::byte *, long) override { return 0; }
    long write(Exiv2::BasicIo &) override { return 0; }
    int putb(Exiv2::byte) override { return EOF; }
    void transfer(Exiv2::BasicIo &) override { throw Exiv2::Error(Exiv2::kerErrorMessage, "a photo is not written"); }

private:
    FILE *file_;
    void *start_ = nullptr;
    size_t bytes_ = 0;
};

} // namespace evoke
