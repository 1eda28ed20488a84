/** A request, as sent by the console and shown in the snippets. */
export interface Sent {
  method: string;
  url: string;
  /** JSON, or empty. */
  body: string;
  /** Whether the call needs no API key. */
  open?: boolean;
  /** File name for a response that is not JSON. */
  file?: string | undefined;
}

export const LANGUAGES = ['curl', 'Go', 'TypeScript', 'Python', 'PHP'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The environment variable from which every snippet reads the API key. */
export const KEY_VARIABLE = 'LAUREL_KEY';

/** A request as a complete program that uses only the language's standard library. */
export function snippet(language: Language, sent: Sent): string {
  return WRITERS[language](sent);
}

const WRITERS: Record<Language, (sent: Sent) => string> = {
  curl: ({ method, url, body, open, file }) =>
    [
      `curl -X ${method} ${shell(url)}`,
      ...(open ? [] : [`  -H "Authorization: Bearer $${KEY_VARIABLE}"`]),
      ...(body ? [`  -H 'Content-Type: application/json'`, `  -d ${shell(body)}`] : []),
      ...(file ? [`  -o ${shell(file)}`] : []),
    ].join(' \\\n'),

  Go: ({ method, url, body, open, file }) => {
    const imports = [
      ...(file ? [] : ['fmt']),
      'io',
      'log',
      'net/http',
      ...(open && !file ? [] : ['os']),
      ...(body ? ['strings'] : []),
    ];
    const payload = body ? 'body' : 'nil';
    return lines(
      'package main',
      '',
      'import (',
      ...imports.map((name) => `\t"${name}"`),
      ')',
      '',
      'func main() {',
      ...(body ? [`\tbody := strings.NewReader(${goText(body)})`] : []),
      `\treq, err := http.NewRequest(${JSON.stringify(method)}, ${JSON.stringify(url)}, ${payload})`,
      '\tif err != nil {',
      '\t\tlog.Fatal(err)',
      '\t}',
      ...(open ? [] : [`\treq.Header.Set("Authorization", "Bearer "+os.Getenv("${KEY_VARIABLE}"))`]),
      ...(body ? ['\treq.Header.Set("Content-Type", "application/json")'] : []),
      '\tres, err := http.DefaultClient.Do(req)',
      '\tif err != nil {',
      '\t\tlog.Fatal(err)',
      '\t}',
      '\tdefer res.Body.Close()',
      '\tanswer, err := io.ReadAll(res.Body)',
      '\tif err != nil {',
      '\t\tlog.Fatal(err)',
      '\t}',
      ...(file
        ? [
            `\tif err := os.WriteFile(${JSON.stringify(file)}, answer, 0o644); err != nil {`,
            '\t\tlog.Fatal(err)',
            '\t}',
          ]
        : ['\tfmt.Println(res.Status, string(answer))']),
      '}',
    );
  },

  TypeScript: ({ method, url, body, open, file }) =>
    lines(
      ...(file ? ["import { writeFile } from 'node:fs/promises';", ''] : []),
      `const response = await fetch(${single(url)}, {`,
      `  method: ${single(method)},`,
      ...(open && !body
        ? []
        : [
            '  headers: {',
            ...(open ? [] : [`    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`]),
            ...(body ? ["    'Content-Type': 'application/json',"] : []),
            '  },',
          ]),
      ...(body ? [`  body: JSON.stringify(${indented(body, '  ')}),`] : []),
      '});',
      file
        ? `await writeFile(${single(file)}, Buffer.from(await response.arrayBuffer()));`
        : 'console.log(response.status, await response.json());',
    ),

  Python: ({ method, url, body, open, file }) =>
    lines(
      ...(open ? [] : ['import os']),
      'import urllib.request',
      '',
      'request = urllib.request.Request(',
      `    ${JSON.stringify(url)},`,
      `    method=${JSON.stringify(method)},`,
      ...(body ? [`    data=${pythonText(body)}.encode(),`] : []),
      ...(open && !body
        ? []
        : [
            '    headers={',
            ...(open ? [] : [`        "Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"],`]),
            ...(body ? ['        "Content-Type": "application/json",'] : []),
            '    },',
          ]),
      ')',
      'with urllib.request.urlopen(request) as response:',
      ...(file
        ? [`    open(${JSON.stringify(file)}, "wb").write(response.read())`]
        : ['    print(response.status, response.read().decode())']),
    ),

  PHP: ({ method, url, body, open, file }) =>
    lines(
      '<?php',
      "$context = stream_context_create(['http' => [",
      `    'method' => ${php(method)},`,
      "    'ignore_errors' => true,",
      ...(open && !body
        ? []
        : [
            "    'header' => [",
            ...(open ? [] : [`        'Authorization: Bearer ' . getenv('${KEY_VARIABLE}'),`]),
            ...(body ? ["        'Content-Type: application/json',"] : []),
            '    ],',
          ]),
      ...(body ? [`    'content' => ${php(body)},`] : []),
      ']]);',
      file
        ? `file_put_contents(${php(file)}, file_get_contents(${php(url)}, false, $context));`
        : `echo file_get_contents(${php(url)}, false, $context), "\\n";`,
    ),
};

const lines = (...all: string[]) => all.join('\n');
const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);
const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const php = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const single = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
/** A raw string literal, unless the text contains a backquote. */
const goText = (text: string) => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``);
const pythonText = (text: string) => `"""${text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')}"""`;
