using Advisor.Core.Capacity;

namespace Advisor.Core.Planning;

/// <summary>App servers and their connections to the service, as used and recommended by the guides.</summary>
/// <param name="AppServers">
/// Highest count among the cases: interpolated between columns, proportional to the units beyond the last one, and rounded up.
/// </param>
/// <param name="ConnectionsPerServer">Connections per app server and hub.</param>
/// <param name="ExtrapolatedFrom">Last column with a count, in units, if the size lies beyond it; null if the count is the guide's.</param>
public sealed record AppServerAdvice(int AppServers, int ConnectionsPerServer, int? ExtrapolatedFrom)
{
    /// <summary>Connections of all app servers, for one hub.</summary>
    public int Connections => AppServers * ConnectionsPerServer;

    /// <summary>Returns the app servers for a load at a size.</summary>
    /// <returns>Null when there are no app servers (serverless) or the guide names none (Web PubSub, REST).</returns>
    internal static AppServerAdvice? Find(PlanSizing sizing, PlanLoad load, int units)
    {
        if (sizing.Request.Mode == ServiceMode.Serverless || sizing.Table.ServerConnections is not { } connections)
        {
            return null;
        }

        var counts = load.Cases.Select(c => Count(sizing, c.UseCase, units)).OfType<(int Servers, int? From)>().ToList();
        var fansOut =
            units >= connections.RecommendedFromUnits && load.Cases.Any(c => c.UseCase is UseCase.Broadcast or UseCase.SendToBigGroup);
        if (counts.Count == 0)
        {
            return null;
        }

        var (servers, from) = counts.MaxBy(count => count.Servers);
        return new AppServerAdvice(servers, fansOut ? connections.RecommendedForFanOut : connections.MeasuredWith, from);
    }

    // Only one edition counts ASP.NET SignalR; its counts are used for the others.
    private static (int Servers, int? From)? Count(PlanSizing sizing, UseCase useCase, int units)
    {
        var row = sizing.Table.FindRow(useCase);
        if (!sizing.Request.AspNet)
        {
            return row?.AppServers is { } servers ? CountAt(row.AppServerUnits, servers, units) : null;
        }

        var counted = row?.AspNetAppServers is not null
            ? row
            : sizing
                .Rules.Tables.Where(t => t.Service == sizing.Table.Service)
                .Select(t => t.FindRow(useCase))
                .FirstOrDefault(r => r?.AspNetAppServers is not null);
        return counted is null
            ? row?.AppServers is { } plain
                ? CountAt(row.AppServerUnits, plain, units)
                : null
            : CountAt(counted.AppServerUnits, counted.AspNetAppServers!, units);
    }

    private static (int Servers, int? From) CountAt(IReadOnlyList<int> columns, IReadOnlyList<int> servers, int units)
    {
        var upper = columns.TakeWhile(u => u < units).Count();
        if (upper == 0)
        {
            return (servers[0], null);
        }

        if (upper == columns.Count)
        {
            return (RoundUp(servers[^1] * ((double)units / columns[^1])), columns[^1]);
        }

        var along = (double)(units - columns[upper - 1]) / (columns[upper] - columns[upper - 1]);
        return (RoundUp(servers[upper - 1] + (along * (servers[upper] - servers[upper - 1]))), null);
    }

    private static int RoundUp(double servers) => (int)Math.Ceiling(servers - 1e-9);
}
