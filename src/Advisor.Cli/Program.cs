using Advisor.Cli;

return await AdvisorCli.RunAsync(args, CliContext.FromProcess());
