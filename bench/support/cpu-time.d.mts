/** See `cpu-time.mjs`. */
export declare const cpuTime: () => number
