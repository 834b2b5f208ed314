export const isPicturePath = (path: string): boolean => /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i.test(path);
