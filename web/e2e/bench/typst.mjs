// The limit to compare printing with: the same certificate set by Typst, an engine that knows no CSS. It reads how many to make,
// line by line, and answers each with the bytes that it made: `node typst.mjs PACKAGES FOLDER`, where the first has
// @myriaddreamin/typst-ts-node-compiler, and the second background.jpg and logo.png. The code is given, as the same drawing each time.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [packages, folder] = process.argv.slice(2);
const { NodeCompiler } = createRequire(join(packages, 'package.json'))('@myriaddreamin/typst-ts-node-compiler');

const PAGE = `
#set document(title: "Certificate – " + sys.inputs.name, author: "Oak School")
#set page(width: 11in, height: 8.5in, margin: 0pt, background: image("/background.jpg", width: 100%, height: 100%, alt: ""))
#set text(lang: "en")
#let line-at(down, size, weight, body) = place(top + left, dx: 10%, dy: down, box(width: 80%, align(center, text(size: size * 0.75pt, weight: weight, body))))
#place(top + left, dx: 0%, dy: 12%, box(width: 100%, align(center, heading(level: 1, text(size: 33pt, weight: 700)[Certificate of Completion]))))
#line-at(26%, 18, 400)[This is to certify that]
#line-at(33%, 40, 600, sys.inputs.name)
#line-at(46%, 18, 400)[has successfully completed the course]
#line-at(53%, 28, 600)[Applied Statistics]
#line-at(66%, 16, 400)[Issued on March 1, 2026]
#place(top + left, dx: 30%, dy: 62%, line(length: 40%, stroke: 1.5pt))
#place(top + left, dx: 10%, dy: 75%, image("/logo.png", width: 12%, alt: "Logo"))
#place(top + left, dx: 78%, dy: 74%, image("/code.svg", width: 14%, alt: sys.inputs.url))
`;
const modules = Array.from({ length: 33 * 33 }, (_, i) => ((i * 2654435761) >>> 13) & 1);
const path = modules.map((dark, i) => (dark ? `M${i % 33} ${Math.floor(i / 33)}h1v1h-1z` : '')).join('');

const compiler = NodeCompiler.create({ workspace: folder });
compiler.addSource(join(folder, 'page.typ'), PAGE);
for (const name of ['background.jpg', 'logo.png']) compiler.mapShadow(join(folder, name), readFileSync(join(folder, name)));
compiler.mapShadow(join(folder, 'code.svg'), Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33"><path d="${path}"/></svg>`));

let made = 0;
for await (const line of createInterface({ input: process.stdin })) {
  let bytes = 0;
  for (let i = 0; i < Number(line); i++) {
    made++;
    const inputs = { name: `Łukasz Żółty ${process.pid} ${made}`, url: `https://credentials.example.org/${made}` };
    const document = compiler.compile({ mainFilePath: join(folder, 'page.typ'), inputs });
    if (document.hasError()) throw new Error(JSON.stringify(compiler.fetchDiagnostics(document.takeDiagnostics() ?? document.takeError())));
    bytes += compiler.pdf(document.result, { pdfTags: true }).length;
    // What it remembers would fill the memory, and help no other certificate.
    if (made % 50 === 0) compiler.evictCache(0);
  }
  process.stdout.write(`${bytes}\n`);
}
