import type { Call, Section } from './contract';

/**
 * Converts the contract to a Postman collection: a folder for each section, with the variables `{{base}}` and `{{key}}`.
 * Source: the Postman Collection Format, version 2.1.0.
 */
export function postmanCollection(sections: Section[], base: string) {
  return {
    info: {
      name: 'Laurel API',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'Authorization', type: 'string' },
        { key: 'value', value: 'Token token={{key}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'base', value: base },
      { key: 'key', value: '' },
    ],
    item: sections.map(({ name, text, calls }) => ({ name, description: text, item: calls.map(requestOf) })),
  };
}

function requestOf(call: Call) {
  const path = call.path.replace(/\{([^}]+)\}/g, ':$1');
  const inPath = call.parameters.filter((parameter) => parameter.in === 'path');
  const query = call.parameters.filter((parameter) => parameter.in === 'query');
  return {
    name: call.title,
    request: {
      description: [call.summary, call.description].filter(Boolean).join('\n\n'),
      method: call.method,
      ...(call.open && { auth: { type: 'noauth' } }),
      header: call.request === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      ...(call.request !== undefined && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(call.request, null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
      url: {
        raw: `{{base}}${path}`,
        host: ['{{base}}'],
        path: path.split('/').slice(1),
        query: query.map(({ name, description = '', required }) => ({
          key: name,
          value: '',
          description,
          disabled: !required,
        })),
        variable: inPath.map(({ name, description = '' }) => ({ key: name, value: '', description })),
      },
    },
    response: [],
  };
}
