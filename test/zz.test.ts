import { it } from 'vitest';
import { listScanners, findScanner } from '../src/scanner/catalogue.js';
import { resolveScanner } from '../src/scanner/resolve-scanner.js';
it('x', () => { console.table(listScanners()); const s=resolveScanner(findScanner('riegl-vz-400'),{},(p,e)=>console.log(p,e)); console.log(s); for (const l of listScanners()) resolveScanner(findScanner(l.id),{},(p,e)=>console.log(p,e)); try{findScanner('riegl-vz400')}catch(e){console.log((e as Error).message)} });
