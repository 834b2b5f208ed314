/** A browser may not report the battery. Embedding then never pauses. */
interface Battery extends EventTarget {
  charging: boolean;
}

export async function restOnBattery(client: { pause(): Promise<void>; resume(): Promise<void> }): Promise<void> {
  const battery = await (navigator as Navigator & { getBattery?(): Promise<Battery> }).getBattery?.();
  if (!battery) return;
  const follow = (): void => void (battery.charging ? client.resume() : client.pause());
  battery.addEventListener('chargingchange', follow);
  follow();
}
