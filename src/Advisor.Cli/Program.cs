using Advisor.Cli;

return await AdvisorCli.RunAsync(args, CliEdge.OfProcess());
