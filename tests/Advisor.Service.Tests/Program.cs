using Advisor.Service.Tests.Store.Sqlite;
using Xunit.Runner.InProc.SystemConsole;

return args is ["write-until-killed", var path, var name] ? await KilledWriter.RunAsync(path, name) : await ConsoleRunner.Run(args);
