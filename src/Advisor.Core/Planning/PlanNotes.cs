using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Planning;

/// <summary>Notes to read before buying.</summary>
internal static class PlanNotes
{
    private static readonly TimeSpan WorthNoting = TimeSpan.FromSeconds(10);

    public static IEnumerable<string> List(PlanSizing sizing, PlanLoad load, PlanSize? size)
    {
        var (request, table, catalog) = (sizing.Request, sizing.Table, sizing.Catalog);
        foreach (var useCase in request.Cases.Select(c => c.UseCase).Distinct())
        {
            var requested = PlanLoad.FindUseCase(request, useCase);
            if (table.FindRowOrEquivalent(requested) is { } row && row.UseCase != useCase)
            {
                yield return $"{useCase.ToWireName()} is read from the row {row.Id}, which is how this service and mode do it.";
            }
            else if (
                request is { Service: ServiceKind.SignalR, Mode: ServiceMode.Serverless }
                && requested is UseCase.Echo or UseCase.SendToSmallGroup or UseCase.SendToBigGroup
            )
            {
                yield return $"The guide measured {useCase.ToWireName()} with app servers only; serverless, "
                    + "sending through REST costs more.";
            }
        }

        if (request.Transport != Transport.WebSocket)
        {
            var slower =
                request.Transport == Transport.LongPolling
                    ? "Long polling is the slowest transport"
                    : "Server-Sent Events are slower than WebSocket";
            yield return slower + "; the guides measured WebSocket only and give no figure for it. Run a load test, or leave headroom.";
        }

        if (size is null)
        {
            yield break;
        }

        if (size.IsInterpolated)
        {
            yield return $"The guide has no column for {size.Size}; its limits are interpolated.";
        }

        if (load.Cases.Any(c => c.MessageBytes < table.MinMessageBytes))
        {
            var least = $"{Wording.FormatNumber(table.MinMessageBytes)} B";
            yield return $"The limits of inbound and outbound count a message under {least} as {least}.";
        }

        if (
            size.LimitingFactor == Limit.Routing
            || (size.Utilization.Routing?.Value > 0 && table.Routing is { } note && size.Units >= note.UnseenFromUnits)
        )
        {
            yield return "Server load does not show the cost of routing: at this size, monitor the message rate instead.";
        }

        if (catalog.FindReconnectTime(load.Connections, size.Units) is { } time && time >= WorthNoting)
        {
            var rate = Wording.FormatCount(catalog.ConnectionRates!.Interpolate(size.Units), "new connection");
            yield return $"Azure accepts {rate} a second at this size: at least {Wording.FormatDuration(time)} until "
                + $"{Wording.FormatNumber(load.Connections)} clients have reconnected after a failure.";
        }

        if (size.Units > catalog.RegionalUnitQuota)
        {
            var quota = Wording.FormatCount(catalog.RegionalUnitQuota, "unit");
            yield return sizing.StatedQuota is null
                ? $"A subscription has {quota} per region unless a support ticket has raised the quota."
                : $"The quota of advisor.yaml is {quota} per region; a support ticket raises it.";
        }

        foreach (var (name, ratio) in new[] { ("Inbound", size.Utilization.Inbound), ("Outbound", size.Utilization.Outbound) })
        {
            if (sizing.IsWithinRounding(ratio))
            {
                yield return $"{name} is {Wording.FormatPercent(ratio!.Value.Value, 1)} of the bandwidth that the guide prints, "
                    + "which is within its rounding: "
                    + $"it measured {Wording.FormatNumber(table.MessageBytes)}-byte messages and prints 2 KB.";
            }
        }
    }
}
