#!/usr/bin/env node
// An app as small as can be: writes each invocation to a file and answers as its message says. As long as there is a file named wait, it
// listens on nothing and has its port in that file.
const http = require('http'), fs = require('fs'), path = require('path');
const [port, wait] = [process.env.FUNCTIONS_CUSTOMHANDLER_PORT, path.join(__dirname, 'wait')];
const server = http.createServer((request, response) => {
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
});
const listen = () => fs.existsSync(wait) ? setTimeout(listen, 10) : server.listen(port, '127.0.0.1', () => {
  console.log('ready ' + process.env.SETTING);
  (process.env.COMPLAINTS || '').split('|').filter(line => line).forEach(line => console.error(line));
});
if (fs.existsSync(wait)) fs.writeFileSync(wait, port);
listen();
