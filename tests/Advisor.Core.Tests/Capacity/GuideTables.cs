using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Tests.Capacity;

/// <summary>The tables that the tests of the model work on.</summary>
internal static class GuideTables
{
    private static readonly int[] Columns = [1, 2, 10, 50, 100, 200, 500, 1000];

    public static CapacityTable SignalR { get; } = new(
        "signalr",
        ServiceKind.SignalR,
        2048,
        1024,
        [
            Row(UseCase.Echo, Columns, u => 1000 * u, u => 1000 * u),
            Row(UseCase.Broadcast, Columns, _ => 2, u => 2000 * u, publisher: true),
            Row(UseCase.SendToSmallGroup, Columns, SmallGroup, u => 10 * SmallGroup(u)),
            Row(UseCase.SendToBigGroup, Columns, _ => 20, u => 2000 * u, publisher: true),
            Row(UseCase.SendToConnection, [1, 2, 20, 50, 100, 200, 500, 1000], ToConnection, ToConnection),
            Row(UseCase.RestBroadcast, Columns, _ => 2, u => 2000 * u, publisher: true),
            Row(UseCase.RestSendToUser, Columns, u => 200 * u, u => 200 * u),
        ]);

    public static Sku Standard { get; } = Paid("Standard_S1", "Standard", [.. Enumerable.Range(1, 10), 20, 30, 40, 50, 60, 70, 80, 90, 100], 1.61m, false);

    public static Sku PremiumP2 { get; } = Paid("Premium_P2", "Premium", Enumerable.Range(1, 10).Select(i => 100 * i), 2.00m, true);

    private static double SmallGroup(double u) => u <= 100 ? Math.Min(200 * u, 10_000) : 100 * u;

    private static double ToConnection(double u) => u <= 100 ? Math.Min(1000 * u, 20_000) : 200 * u;

    private static CapacityRow Row(UseCase useCase, int[] units, Func<double, double> inbound, Func<double, double> outbound, bool publisher = false) => new(
        useCase,
        "test",
        units,
        [.. units.Select(u => 1000.0 * u)],
        [.. units.Select(u => inbound(u))],
        [.. units.Select(u => outbound(u))],
        [.. units.Select(u => 2000 * inbound(u))],
        [.. units.Select(u => 2000 * outbound(u))],
        null,
        null,
        publisher);

    private static Sku Paid(string name, string tier, IEnumerable<int> steps, decimal price, bool lifts) =>
        new(name, tier, new UnitLadder(steps), 1000, 1_000_000, new Money(price, "USD"), new Money(1, "USD"), lifts, tier == "Premium");
}
