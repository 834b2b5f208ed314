/** Only Chromium says whether the device runs on battery. */

interface Battery extends EventTarget {
  readonly charging: boolean;
}

export async function watchBattery(tell: (onBattery: boolean) => Promise<void>, signal: AbortSignal): Promise<void> {
  const { getBattery } = navigator as Navigator & { getBattery?(): Promise<Battery> };
  const battery = await getBattery?.call(navigator);
  if (!battery) return;
  const changed = (): void => void tell(!battery.charging).catch(() => {});
  battery.addEventListener('chargingchange', changed, { signal });
  changed();
}
