import { PP_OCR_V4_ID } from './model-profiles.ts';

/** A model that reads words in pictures: it finds lines of text, and reads each with a dictionary of characters. */
export interface PictureModelProfile {
  /** Folder under `models/`: a name, or an owner and a name. */
  id: string;
  /** Languages and scripts, as the settings show them. */
  languages: string;
  files: { [Path in PictureModelFile]: { bytes: number; sha256: string } };
}

/** Files of PP-OCR. The dictionary has one character per line, and leaves out the space. */
export const PICTURE_MODEL_FILES = ['detection.onnx', 'recognition.onnx', 'dictionary.txt'] as const;
export type PictureModelFile = (typeof PICTURE_MODEL_FILES)[number];

export const PICTURES_PACKAGE = 'hybrid-search-ocr';

export const PP_OCR_V4: PictureModelProfile = {
  id: PP_OCR_V4_ID,
  languages: 'English and Chinese; letters with accents only in part',
  files: {
    'detection.onnx': {
      bytes: 4_745_517,
      sha256: '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
    },
    'recognition.onnx': {
      bytes: 10_822_323,
      sha256: '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
    },
    'dictionary.txt': { bytes: 26_249, sha256: '28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7' },
  },
};

export const pictureModelBytes = ({ files }: PictureModelProfile): number =>
  PICTURE_MODEL_FILES.reduce((sum, path) => sum + files[path].bytes, 0);
