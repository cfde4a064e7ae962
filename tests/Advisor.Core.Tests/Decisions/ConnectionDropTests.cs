using Advisor.Core.Decisions;

namespace Advisor.Core.Tests.Decisions;

public sealed class ConnectionDropTests
{
    [Theory]
    [InlineData(2310, 9800, 2, "2,310 of 9,800 connections were dropped and reconnected within 2 minutes.")]
    [InlineData(2310, 9800, null, "2,310 of 9,800 connections were dropped, and fewer than before were connected afterwards.")]
    [InlineData(1, 500, 2, "1 of 500 connections was dropped and reconnected within 2 minutes.")]
    // Clients that reconnect to a unit that is removed later are dropped twice.
    [InlineData(600, 500, 3, "600 of 600 connections were dropped and reconnected within 3 minutes.")]
    [InlineData(0, 500, null, "No connection was dropped.")]
    public void A_sentence_names_the_dropped_connections_and_when_they_were_back(
        double dropped,
        double before,
        int? back,
        string expected
    ) => Assert.Equal(expected, new ConnectionDrop(dropped, before, back).Describe());

    [Theory]
    // A quarter of the connections at half of the units is half of what was on them.
    [InlineData(250, "Standard_S1", 10, 5, 0.5)]
    [InlineData(500, "Standard_S1", 10, 5, 1.0)]
    // More than all connections is all of them: 1 / 0.5.
    [InlineData(3000, "Standard_S1", 10, 5, 2.0)]
    [InlineData(250, "Standard_S1", 5, 10, null)]
    [InlineData(250, "Premium_P1", 10, 5, null)]
    public void The_ratio_compares_dropped_connections_with_removed_units(
        double dropped,
        string toSku,
        int from,
        int to,
        double? expected
    ) => Assert.Equal(expected, new ConnectionDrop(dropped, 1000, 2).FindRatio(new("Standard_S1", from), new(toSku, to)));
}
