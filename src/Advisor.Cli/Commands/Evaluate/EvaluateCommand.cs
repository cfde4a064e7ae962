using System.CommandLine;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary><c>advisor evaluate</c>: evaluates real resources, the loopback Azure, or two files once.</summary>
public static class EvaluateCommand
{
    private const string Help = """
        Show the utilization of every resource, its limiting factor, the recommended size, and why. Changes nothing.

        Scope: --subscription or --resource-id, else the scope in advisor.yaml, else AZURE_SUBSCRIPTION_ID.
        Sign in with 'az login' or a managed identity that has Monitoring Reader on the subscription.

        Examples:
          all resources of a subscription
            advisor evaluate --subscription 00000000-0000-0000-0000-000000000000
          every number behind one of them
            advisor evaluate --subscription 00000000-0000-0000-0000-000000000000 --explain chat
          fail a pipeline when a size should change
            advisor evaluate --resource-group chat-rg --output markdown --fail-on recommendation
          from files, without signing in here
            az signalr show -n chat -g chat-rg -o json > r.json
            az monitor metrics list --resource ID --interval PT1M --offset 1h --aggregation Average Maximum Total \
              --metrics ServerLoad ConnectionCount ConnectionQuotaUtilization InboundTraffic OutboundTraffic MessageCount \
              -o json > m.json
            advisor evaluate --resource r.json --metrics m.json
        """;

    public static Command Create(CliContext cli)
    {
        var options = new EvaluateOptions();
        var command = new Command("evaluate", Help);
        options.AddTo(command);
        command.SetAction((parse, cancellation) => EvaluateRun.RunAsync(cli, options.Read(parse), cancellation));
        return command;
    }
}
