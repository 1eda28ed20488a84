/** What is sent: by the console, and in the snippets. */
export interface Sent {
  method: string;
  url: string;
  key: string;
  /** JSON text, or nothing. */
  body: string;
}

export const LANGUAGES = ['curl', 'JavaScript', 'Python', 'PHP'] as const;
export type Language = (typeof LANGUAGES)[number];

const SHOWN_KEY = 'YOUR_KEY';

/** A request as a program of the language makes it. */
export function snippet(language: Language, { method, url, key, body }: Sent): string {
  const header = `Token token=${key || SHOWN_KEY}`;
  switch (language) {
    case 'curl':
      return [
        `curl -X ${method} ${shell(url)}`,
        `  -H ${shell(`Authorization: ${header}`)}`,
        ...(body ? [`  -H ${shell('Content-Type: application/json')}`, `  -d ${shell(body)}`] : []),
      ].join(' \\\n');
    case 'JavaScript':
      return `const response = await fetch(${JSON.stringify(url)}, {
  method: ${JSON.stringify(method)},
  headers: { Authorization: ${JSON.stringify(header)}${body ? ", 'Content-Type': 'application/json'" : ''} },${
    body ? `\n  body: JSON.stringify(${indented(body, '  ')}),` : ''
  }
});
console.log(await response.json());`;
    case 'Python':
      return `import json, requests

response = requests.request(
    ${JSON.stringify(method)},
    ${JSON.stringify(url)},
    headers={"Authorization": ${JSON.stringify(header)}},${
      body ? `\n    json=json.loads(r"""${indented(body, '    ')}"""),` : ''
    }
)
print(response.json())`;
    case 'PHP':
      return `<?php
$call = curl_init(${php(url)});
curl_setopt_array($call, [
    CURLOPT_CUSTOMREQUEST => ${php(method)},
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [${php(`Authorization: ${header}`)}${body ? `, ${php('Content-Type: application/json')}` : ''}],${
      body ? `\n    CURLOPT_POSTFIELDS => ${php(body)},` : ''
    }
]);
print_r(json_decode(curl_exec($call), true));`;
  }
}

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);
const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const php = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
