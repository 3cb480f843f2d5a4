#ifndef COMPTOIR_QRENCODE_SHIM_H
#define COMPTOIR_QRENCODE_SHIM_H

#include <qrencode.h>

#endif
