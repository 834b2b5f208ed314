import type { EngineApi } from '../../protocol/engine-api.ts';
import type { EngineAccess } from './engine-access.ts';

export function modelHandlers(access: EngineAccess) {
  return {
    async loadModel() {
      const { semantic, pictures } = await access.opened();
      const { link, queue } = semantic;
      link.allow();
      await link.use(async () => {});
      queue.wake();
      pictures.retry();
    },
    setModel: async (_, profile) => (await access.opened()).setModel(profile),
    readPictures: async (_, on) => (await access.opened()).pictures.set(on),
    onBattery: async (_, onBattery) => (await access.opened()).pictures.setOnBattery(onBattery),
    async pause() {
      const { semantic, pictures } = await access.opened();
      semantic.queue.pause();
      pictures.pause(true);
    },
    async resume() {
      const { semantic, pictures } = await access.opened();
      semantic.queue.resume();
      pictures.pause(false);
    },
    async typing() {
      const { semantic, pictures } = await access.opened();
      pictures.typing();
      semantic.queue.typing();
      semantic.link.typing();
    },
  } satisfies Partial<EngineApi>;
}
