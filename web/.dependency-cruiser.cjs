/** The import directions of ARCHITECTURE.md, section 7. Arrows point down only. */
const forbid = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: to },
});

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'features-are-islands',
      severity: 'error',
      comment: 'a feature never imports another one; app composes them',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/([^/]+)/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'editor-has-one-door',
      severity: 'error',
      from: { pathNot: '^src/(editor|print)/' },
      to: { path: '^src/editor/', pathNot: '^src/editor/index\\.ts$' },
    },
    {
      name: 'the-printed-page-has-no-interface',
      severity: 'error',
      comment:
        'the printed page lays out and paints; it takes what it needs from the editor by file, not by the door',
      from: { path: '^src/print/main\\.ts$' },
      to: { path: 'node_modules/(?:react|react-dom|@mantine/[^/]+)/', reachable: true },
    },
    forbid('features-do-not-import-up', '^src/features/', '^src/(app|embed|print)/'),
    forbid('ui-does-not-import-up', '^src/ui/', '^src/(app|embed|print|features|editor)/'),
    forbid('editor-is-self-contained', '^src/editor/', '^src/(app|embed|print|features|api)/'),
    forbid('api-does-not-import-up', '^src/api/', '^src/(app|embed|print|features|editor|ui|i18n)/'),
    forbid('i18n-does-not-import-up', '^src/i18n/', '^src/(app|embed|print|features|editor|ui|api)/'),
    {
      name: 'embed-holds-no-dashboard',
      severity: 'error',
      comment:
        'the design maker in frames is small: of the features it may load the attributes, and only when asked for',
      from: { path: '^src/embed/' },
      to: { path: '^src/(app|print|features/(?!attributes/))' },
    },
    {
      name: 'embed-reaches-no-dashboard',
      severity: 'error',
      from: { path: '^src/embed/main\\.tsx$' },
      to: { path: '^src/(app|features/(?!attributes/))', reachable: true },
    },
    {
      name: 'embed-loads-features-late',
      severity: 'error',
      from: { path: '^src/embed/', pathNot: '^src/embed/ManageAttributes\\.tsx$' },
      to: { path: '^src/(features/|embed/ManageAttributes)', dynamic: false },
    },
    forbid('kit-is-self-contained', '^src/kit/(?!.*.test)', '^src/(?!kit/)'),
    forbid('client-is-self-contained', '^src/client/', '^src/(?!client/)'),
    forbid('verifier-is-self-contained', '^src/verifier/', '^src/(?!verifier/)'),
    forbid('sample-is-a-host', '^src/sample/', '^src/(?!sample/|kit/)'),
    forbid('lib-imports-nothing', '^src/lib/', '^src/(?!lib/)'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
