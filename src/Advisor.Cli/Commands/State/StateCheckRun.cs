using System.Text.Json.Nodes;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Advisor.Service.StateTransfer;

namespace Advisor.Cli.Commands.State;

/// <summary>Reads the whole state, and prints its rows by kind and what cannot be read.</summary>
internal static class StateCheckRun
{
    /// <returns><see cref="ExitCodes.InvalidInput"/> where a row cannot be read.</returns>
    /// <exception cref="CommandException">There is no state, or it is not available.</exception>
    public static async Task<int> RunAsync(CliContext cli, string? place, bool json, CancellationToken cancellation)
    {
        var check = await StateInput.UseStoreAsync(
            cli,
            place,
            (store, _) => StateCheck.RunAsync(store, cancellation),
            cancellation,
            StateAccess.Read
        );
        if (json)
        {
            WriteJson(cli, check);
        }
        else
        {
            WriteText(cli, check);
        }

        return check.Damaged == 0 ? ExitCodes.Success : ExitCodes.InvalidInput;
    }

    private static void WriteText(CliContext cli, StateCheck check)
    {
        foreach (var (kind, count) in check.Counts)
        {
            cli.Out.WriteLine($"{count, 9:#,0}  {kind}");
        }

        var total = Wording.FormatCount(check.Counts.Values.Sum(), "row", "rows");
        cli.Out.WriteLine(check.Damaged == 0 ? $"{total}, all readable." : $"{total}, {check.Damaged:#,0} of them not readable:");
        foreach (var problem in check.Problems)
        {
            cli.Out.WriteLine("  " + UntrustedText.Sanitize(problem));
        }

        if (check.Damaged > check.Problems.Count)
        {
            cli.Out.WriteLine($"  and {check.Damaged - check.Problems.Count:#,0} more");
        }
    }

    private static void WriteJson(CliContext cli, StateCheck check) =>
        JsonOutput.Write(
            cli.Out,
            new JsonObject
            {
                ["rows"] = new JsonObject(check.Counts.Select(kind => KeyValuePair.Create(kind.Key, (JsonNode?)kind.Value))),
                ["damaged"] = check.Damaged,
                ["problems"] = JsonOutput.CreateList(check.Problems),
            }
        );
}
