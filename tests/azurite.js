// Azurite that ends with whoever started it: its standard input closes with them, even when they are killed.
process.stdin.on('end', () => process.exit(0)).resume();
require('azurite/dist/src/azurite.js');
