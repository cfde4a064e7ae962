// Reads Bicep files with tree-sitter and prints, as JSON, what the tests look at: parameters, resources with their bodies, modules, syntax errors.
// node bicep.js FILE...
const fs = require('fs');
const Parser = require('tree-sitter');
const parser = new Parser();
parser.setLanguage(require('tree-sitter-bicep'));

const childrenOf = (node, ...types) => node.namedChildren.filter(child => types.includes(child.type));

// A literal becomes its value; an expression becomes {"expression": its text}.
function valueOf(node) {
  switch (node.type) {
    case 'object':
      return Object.fromEntries(childrenOf(node, 'object_property').map(property => {
        const [name, ...rest] = property.namedChildren.filter(child => child.type !== 'comment');
        return [name.type === 'string' ? valueOf(name) : name.text, rest.length ? valueOf(rest[rest.length - 1]) : null];
      }));
    case 'array':
      return node.namedChildren.filter(child => child.type !== 'comment').map(valueOf);
    case 'string':
      return node.text.replace(/^'|'$/g, '').replace(/\\'/g, "'");
    case 'number':
      return Number(node.text);
    case 'boolean':
      return node.text === 'true';
    default:
      return { expression: node.text };
  }
}

function bodyOf(node) {
  const loop = childrenOf(node, 'for_statement', 'for_expression')[0];
  const body = childrenOf(loop ?? node, 'object')[0] ?? node.descendantsOfType('object')[0];
  return body ? valueOf(body) : null;
}

function declarations(root, type) {
  return root.descendantsOfType(type).map(node => ({
    symbol: childrenOf(node, 'identifier')[0].text,
    target: childrenOf(node, 'string').map(valueOf)[0] ?? null,
    existing: / existing =/.test(node.text.split('\n')[0]),
    body: bodyOf(node),
  }));
}

console.log(JSON.stringify(process.argv.slice(2).map(file => {
  const root = parser.parse(fs.readFileSync(file, 'utf8')).rootNode;
  return {
    file,
    hasError: root.hasError,
    parameters: Object.fromEntries(root.descendantsOfType('parameter_declaration').map(node =>
      [childrenOf(node, 'identifier')[0].text, { hasDefault: node.text.includes('=') }])),
    variables: Object.fromEntries(root.descendantsOfType('variable_declaration').map(node =>
      [childrenOf(node, 'identifier')[0].text, valueOf(node.namedChildren[node.namedChildren.length - 1])])),
    resources: declarations(root, 'resource_declaration'),
    modules: declarations(root, 'module_declaration'),
    outputs: root.descendantsOfType('output_declaration').map(node => childrenOf(node, 'identifier')[0].text),
  };
})));
