/** Whether a file with this name is a picture that a note may show. */
export const isPicturePath = (path: string): boolean => /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i.test(path);
