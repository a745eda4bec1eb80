/* <langinfo.h>: nl_langinfo for the C locale.

   Assumptions:
   - nl_langinfo: CODESET, RADIXCHAR and THOUSEP; other items end the execution as unsupported. */

char *nl_langinfo(int item) {
    switch (item) {
    case 14: return "ANSI_X3.4-1968"; /* CODESET */
    case 0x10000: return ".";         /* RADIXCHAR */
    case 0x10001: return "";          /* THOUSEP */
    default:
        __unspool_unsupported("nl_langinfo of an item that is not modelled");
        return "";
    }
}
