/** Of a picture that a note may show, by its name. */
export const isPicturePath = (path: string): boolean => /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i.test(path);
