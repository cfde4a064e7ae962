#!/usr/bin/env node
// An app as small as can be: writes each invocation to a file and answers as its message says.
const http = require('http'), fs = require('fs'), path = require('path');
http.createServer((request, response) => {
  let body = '';
  request.on('data', part => body += part).on('end', () => {
    if (request.method !== 'POST') {
      response.end(request.url + ' ' + (request.headers['x-functions-key'] || ''));
      return;
    }
    fs.appendFileSync(path.join(__dirname, 'seen'), JSON.stringify({ url: request.url, headers: request.headers, body: JSON.parse(body) }) + '\n');
    const code = /exit(\d+)/.exec(body);
    if (code) process.exit(Number(code[1]));
    response.statusCode = body.includes('fail') ? 500 : 200;
    response.setHeader('Content-Type', body.includes('wrongtype') ? 'text/plain' : 'application/json');
    response.end(JSON.stringify({ Outputs: request.url === '/Tick' ? { work: ['one', { two: 2 }] } : {}, Logs: ['said'] }));
  });
}).listen(process.env.FUNCTIONS_CUSTOMHANDLER_PORT, '127.0.0.1', () => {
  console.log('ready ' + process.env.SETTING);
  (process.env.COMPLAINTS || '').split('|').filter(line => line).forEach(line => console.error(line));
});
