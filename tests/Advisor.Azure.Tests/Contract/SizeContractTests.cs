using Advisor.Core.Capacity;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Resources;

namespace Advisor.Azure.Tests.Contract;

/// <summary>The sizes that a loopback Azure offers for a resource and for its geo-replica.</summary>
public sealed class SizeContractTests
{
    private static readonly LocalAzureOptions Options = new()
    {
        OfferedUnits = new Dictionary<string, IReadOnlyList<int>> { ["Premium_P1"] = [1, 2, 12] },
        Resources =
        [
            new()
            {
                Name = "chat",
                Sku = "Premium_P1",
                Units = 12,
                Replicas = [new LocalReplicaSpec("chat-east", "eastus")],
            },
        ],
    };

    [Fact]
    public async Task Each_SKU_of_the_service_has_its_sizes_and_those_of_replicas_are_not_mixed_in()
    {
        await using var local = await LocalConnection.StartAsync(Options);

        var sizes = await ReadAsync(local, local.Host.GetResource("chat").Id);

        Assert.Equal(["Free_F1", "Standard_S1", "Premium_P1", "Premium_P2"], sizes!.Select(one => one.Sku));
        Assert.Equal([1, 2, 12], sizes!.Single(one => one.Sku == "Premium_P1").Units);
        Assert.Equal(
            [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
            sizes!.Single(one => one.Sku == "Standard_S1").Units
        );
        Assert.Equal(
            [1, 2, 12],
            (await ReadAsync(local, local.Host.GetResource("chat-east").Id))!.First(one => one.Sku == "Premium_P1").Units
        );
    }

    [Fact]
    public async Task A_change_to_a_size_that_is_not_offered_is_refused()
    {
        await using var local = await LocalConnection.StartAsync(Options with { ScalingTime = TimeSpan.Zero });
        var chat = await local.GetAsync("chat");

        Assert.Equal(Service.Fleet.ScaleResult.Refused, (await local.ScaleAsync(chat, 20)).Result);
        Assert.Equal(Service.Fleet.ScaleResult.Accepted, (await local.ScaleAsync(chat, 2)).Result);
    }

    [Theory]
    [InlineData(FaultKind.Forbidden)]
    [InlineData(FaultKind.NotFound)]
    [InlineData(FaultKind.Truncate)]
    public async Task What_cannot_be_read_is_unknown_and_no_fault(FaultKind fault)
    {
        await using var local = await LocalConnection.StartAsync(Options);
        local.Host.Faults.Add(new Fault(fault) { Call = CallKind.Skus });

        Assert.Null(await ReadAsync(local, local.Host.GetResource("chat").Id));
    }

    private static Task<IReadOnlyList<SkuSizes>?> ReadAsync(LocalConnection local, string id) =>
        local.Connection.Sizes.ReadAsync(id, TestContext.Current.CancellationToken);
}
