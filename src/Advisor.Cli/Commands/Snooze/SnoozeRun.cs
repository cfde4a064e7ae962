using System.Text.Json.Nodes;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Core.Text;
using Advisor.Service.Approvals;
using Advisor.Service.Store;

namespace Advisor.Cli.Commands.Snooze;

/// <summary>Request of <c>advisor snooze</c>.</summary>
/// <param name="Resource">Id, or the name of one resource in the state.</param>
/// <param name="Duration">Length of the snooze; null = dismissed until the figures change.</param>
internal sealed record SnoozeRequest(string Resource, string? Author, string? Reason, TimeSpan? Duration, bool End);

/// <summary>Snoozes, dismisses and restores the recommendations for a resource.</summary>
internal static class SnoozeRun
{
    public static Task<int> RunAsync(
        CliContext cli,
        string? state,
        SnoozeRequest request,
        OutputFormat output,
        CancellationToken cancellation
    ) => StateInput.UseAsync(cli, state, opened => RunAsync(cli, opened, request, output, cancellation), cancellation);

    private static async Task<int> RunAsync(
        CliContext cli,
        AdvisorState state,
        SnoozeRequest request,
        OutputFormat output,
        CancellationToken cancellation
    )
    {
        var now = cli.Time.GetUtcNow();
        var id = await StateResources.FindIdAsync(state, request.Resource, cancellation);
        var author = AuditText.FindAuthor(cli, request.Author);
        if (request.End)
        {
            var wasSnoozed = await RecommendationSnoozes.EndAsync(state, id, author, now, cancellation);
            Print(
                cli,
                output,
                new JsonObject { ["resource"] = id, ["ended"] = wasSnoozed },
                $"{id} {(wasSnoozed ? "is no longer" : "was not")} snoozed."
            );
            return ExitCodes.Success;
        }

        var reason = AuditText.Validate("--reason", request.Reason ?? "");
        if (request.Duration > RecommendationSnoozes.MaxDuration)
        {
            throw CommandException.CreateUsage(
                $"--for is at most {RecommendationSnoozes.MaxDuration.TotalDays:0}d; without --for the recommendation is "
                    + $"dismissed until its figures change."
            );
        }

        var recommended =
            await RecommendationSnoozes.FindRecommendedAsync(state, id, now, cancellation)
            ?? throw CommandException.CreateNotFound($"there is no recommendation for '{UntrustedText.Sanitize(request.Resource)}' now.");
        var snooze = await RecommendationSnoozes.SnoozeAsync(state, recommended, author, reason, now + request.Duration, now, cancellation);
        var until = snooze.Until?.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'");
        Print(
            cli,
            output,
            new JsonObject
            {
                ["resource"] = snooze.ResourceId,
                ["from"] = new JsonObject { ["sku"] = snooze.FromSku, ["units"] = snooze.FromUnits },
                ["recommended"] = new JsonObject { ["sku"] = snooze.Sku, ["units"] = snooze.Units },
                ["author"] = snooze.Author,
                ["reason"] = snooze.Reason,
                ["until"] = snooze.Until?.UtcDateTime.ToString("O"),
            },
            $"{snooze.ResourceId}: {snooze.From}, recommended {snooze.To}: {(until is null ? "dismissed" : $"snoozed until {until}")}. "
                + "It returns when either size changes by more than 10 %."
        );
        return ExitCodes.Success;
    }

    private static void Print(CliContext cli, OutputFormat output, JsonObject json, string text)
    {
        if (output == OutputFormat.Json)
        {
            JsonOutput.Write(cli.Out, json);
        }
        else
        {
            cli.Out.WriteLine(UntrustedText.Sanitize(text));
        }
    }
}
