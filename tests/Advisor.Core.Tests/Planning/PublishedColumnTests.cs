using Advisor.Core.Capacity;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;
using Advisor.Core.Tests.Capacity;

namespace Advisor.Core.Tests.Planning;

/// <summary>
/// What a guide measured at a size, asked of the planner: connections, rate and message size of each column of each row of each edition.
/// </summary>
public sealed class PublishedColumnTests
{
    public static TheoryData<string, UseCase, int> ListColumns() =>
        [
            .. GuideTables.Rules.Tables.SelectMany(table =>
                table.Rows.SelectMany(row => row.Units.Select((_, column) => (table.Edition, row.UseCase, column)))
            ),
        ];

    [Fact]
    public void The_editions_have_145_columns() => Assert.Equal(145, ListColumns().Count);

    [Theory]
    [MemberData(nameof(ListColumns))]
    public void Each_published_column_plans_to_itself_at_its_own_load(string edition, UseCase useCase, int column)
    {
        var table = GuideTables.Rules.Tables.Single(t => t.Edition == edition);
        var row = table.FindRow(useCase)!;

        // A client sends so often that all of them send the row's inbound; a publisher's clients receive so often that all of them receive
        // its outbound.
        var rate = row.InboundIsPublisher ? row.OutboundMessages[column] : row.InboundMessages[column];
        var answer = Planner.Plan(
            GuideTables.Rules,
            new PlanRequest
            {
                Service = table.Service,
                Edition = edition,
                Cases = [new PlanCase(useCase, new Ratio(1))],
                Connections = (int)row.Connections[column],
                MessageBytes = table.MessageBytes,
                IntervalSeconds = row.Connections[column] / rate,
                GroupSize = row.GroupMembers?[column],
            }
        );

        Assert.Empty(answer.Problems);
        Assert.Equal((row.Units[column] > 100 ? "Premium_P2" : "Standard_S1", row.Units[column]), (answer.Plan!.Sku, answer.Plan.Units));
        Assert.Null(answer.Plan.AppServers?.ExtrapolatedFrom);
    }

    [Theory]
    [MemberData(nameof(ListColumns))]
    public void The_ceilings_of_a_mixed_load_never_fall_below_a_published_column(string edition, UseCase useCase, int column)
    {
        var table = GuideTables.Rules.Tables.Single(t => t.Edition == edition);
        var row = table.FindRow(useCase)!;
        var units = row.Units[column];
        var sku = GuideTables.Rules.GetCatalog(table.Service).Find(units > 100 ? "Premium_P2" : "Standard_S1")!;

        var model = new CapacityModel(table, sku, Workload.Create(useCase, table.MessageBytes, row.GroupMembers?[column]));

        // Bytes as printed, which are 2,000 for each message of 2,048.
        Assert.True(model.ComputeTargetLimit(Advisor.Core.Capacity.Limit.Outbound, units) >= row.OutboundBytes[column] * (1 - 1e-9));
        Assert.True(
            row.InboundIsPublisher
                || model.ComputeTargetLimit(Advisor.Core.Capacity.Limit.Inbound, units) >= row.InboundBytes[column] * (1 - 1e-9)
        );
    }
}
