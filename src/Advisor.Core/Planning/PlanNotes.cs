using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;

namespace Advisor.Core.Planning;

/// <summary>What a reader should know before buying.</summary>
internal static class PlanNotes
{
    public static IEnumerable<string> Of(CapacityTable table, SkuCatalog catalog, PlanRequest request, PlanLoad load, PlanSize? size, AppServerAdvice? servers)
    {
        foreach (var useCase in request.Cases.Select(c => c.UseCase).Distinct())
        {
            var asked = PlanLoad.UseCaseOf(request, useCase);
            if (table.RowOrEquivalent(asked) is { } row && row.UseCase != useCase)
            {
                yield return $"{useCase.WireName()} is read from the row {row.Id}, which is how this service and mode do it.";
            }
            else if (request is { Service: ServiceKind.SignalR, Mode: ServiceMode.Serverless } && asked is UseCase.Echo or UseCase.SendToSmallGroup or UseCase.SendToBigGroup)
            {
                yield return $"The guide measured {useCase.WireName()} with app servers only; serverless, sending through REST costs more.";
            }
        }

        if (request.Transport != Transport.WebSocket)
        {
            yield return $"{(request.Transport == Transport.LongPolling ? "Long polling is the slowest transport" : "Server-Sent Events are slower than WebSocket")}; the guides measured WebSocket only and give no figure for it. Test, or leave headroom.";
        }

        if (size is null)
        {
            yield break;
        }

        if (size.IsInterpolated)
        {
            yield return $"The guide has no column for {Wording.Size(size.Sku, size.Units)}; its limits are interpolated.";
        }

        if (size.Binding == Dimension.Routing || (size.Utilization.Routing?.Value > 0 && table.Routing is { } note && size.Units >= note.UnseenFromUnits))
        {
            yield return "Server load does not show routing cost: at this size watch the message rate, not the load.";
        }

        if (size.Units > catalog.RegionalUnitQuota)
        {
            yield return $"A subscription has {Wording.Counted(catalog.RegionalUnitQuota, "unit")} per region unless a support ticket raised it.";
        }

        foreach (var text in Servers(catalog, load, size, servers))
        {
            yield return text;
        }
    }

    private static IEnumerable<string> Servers(SkuCatalog catalog, PlanLoad load, PlanSize size, AppServerAdvice? servers)
    {
        if (servers is null || catalog.Find(size.Sku) is not { } sku)
        {
            yield break;
        }

        var own = servers.AppServers * servers.ConnectionsPerServer;
        var room = ((long)sku.ConnectionsPerUnit * size.Units) - load.Connections;
        if (own > room)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"Server connections count as connections too: {own:#,##0} of them for each hub, and this size has room for {Math.Max(0, room):#,##0} beside the clients.");
        }
    }
}
