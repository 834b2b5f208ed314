/** `npm run sbom`: a bill of materials without time and serial number, so the same lock file gives the same bytes. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

interface Bill {
  serialNumber?: string;
  metadata: { timestamp?: string; tools?: unknown; component: { name: string } };
  components: { 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const FILE = join(ROOT, 'sbom.cdx.json');
const { name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { name: string };
const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel', 'error'];
const output = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1_048_576 });
const bill = JSON.parse(output) as Bill;
delete bill.serialNumber;
delete bill.metadata.timestamp;
delete bill.metadata.tools;
// npm names the component after the folder.
bill.metadata.component.name = name;
bill.components.sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
bill.dependencies.sort((a, b) => (a.ref < b.ref ? -1 : 1));
for (const { dependsOn } of bill.dependencies) dependsOn.sort();
const text = `${JSON.stringify(bill, null, 1)}\n`;

writeFileSync(FILE, text);
console.log(`${bill.components.length} components in sbom.cdx.json`);
