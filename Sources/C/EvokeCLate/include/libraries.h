#pragma once

/// Loads the library, so that its functions can be called. Returns NULL, or why it cannot be loaded.
const char *evoke_trouble_of_curl(void);
const char *evoke_trouble_of_microhttpd(void);
const char *evoke_trouble_of_openvino(void);
const char *evoke_trouble_of_pq(void);
const char *evoke_trouble_of_tesseract(void);
const char *evoke_trouble_of_tiff(void);
const char *evoke_trouble_of_vips(void);
