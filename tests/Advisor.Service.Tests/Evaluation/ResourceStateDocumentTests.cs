using Advisor.Core.Alerting;
using Advisor.Core.Forecasting;
using Advisor.Service.Evaluation;
using Advisor.Service.Store;
using Advisor.Tests;

namespace Advisor.Service.Tests.Evaluation;

public sealed class ResourceStateDocumentTests
{
    private static readonly DateTimeOffset At = new(2026, 1, 5, 10, 3, 0, TimeSpan.Zero);

    [Fact]
    public void The_bytes_of_version_1_are_read_and_written_as_they_stand()
    {
        // A head with every field, alerts that remember nothing, no state of decisions: those have golden bytes of their own in Core.
        var bytes = GoldenBytes.Read("Advisor.Service.Tests", "state-document-v1");

        var (document, problem) = ResourceStateDocument.Read(CreateStored(ResourceStateDocument.Version, bytes));

        Assert.Null(problem);
        Assert.Equal(("ScaleOut/ordered", At, At.AddMinutes(-1)), (document!.Head.AuditKey, document.Head.AuditedAt, document.Head.DataAt));
        Assert.Equal((null, ResourceAlerts.Empty.NewestMetricsAt), (document.State, document.Alerts.NewestMetricsAt));
        Assert.Equal(bytes, document.Write());
    }

    [Fact]
    public void The_bytes_with_dropped_connections_are_read_and_written_as_they_stand()
    {
        var drops = new ConnectionDropMemory
        {
            ReadAt = At,
            Usual = 1.5,
            Open = new("c", At.AddMinutes(-3), 1.5, 9800)
            {
                EffectAt = At.AddMinutes(-1),
                Dropped = 2310,
                FirstAt = At.AddMinutes(-2),
                BackAt = At.AddMinutes(-1),
                CountedAt = At,
            },
            Ratios = [0.4, 1],
        };
        var bytes = GoldenBytes.Read("Advisor.Service.Tests", "state-document-v1-drops");

        var (document, problem) = ResourceStateDocument.Read(CreateStored(ResourceStateDocument.Version, bytes));

        Assert.Null(problem);
        Assert.Equivalent(drops, document!.Head.Drops, strict: true);
        Assert.Equal(bytes, document.Write());
    }

    [Fact]
    public void The_bytes_with_the_times_of_metrics_are_read_and_written_as_they_stand()
    {
        var bytes = GoldenBytes.Read("Advisor.Service.Tests", "state-document-v1-metrics");

        var (document, problem) = ResourceStateDocument.Read(CreateStored(ResourceStateDocument.Version, bytes));

        Assert.Null(problem);
        Assert.Equal(
            new MetricTimes
            {
                ServerLoad = At.AddDays(-2),
                ConnectionCount = At,
                ConnectionQuota = At.AddDays(-1),
            },
            document!.Alerts.Metrics
        );
        Assert.Equal(bytes, document.Write());
    }

    [Fact]
    public void The_bytes_of_a_document_without_the_older_part_of_its_history_are_read_and_written_as_they_stand()
    {
        var bytes = GoldenBytes.Read("Advisor.Service.Tests", "state-document-v3");
        var older = OlderHistory.Read(GoldenBytes.Read("Advisor.Service.Tests", "state-document-v3-history"))!;

        var (document, problem) = ResourceStateDocument.Read(CreateStored(ResourceStateDocument.SplitVersion, bytes, older));

        Assert.Null(problem);
        Assert.Equal((false, 426), (document!.HasLostHistory, document.State!.MinutesKept));
        Assert.Equal(bytes, document.Write(older));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Without_the_part_that_it_names_its_minutes_are_unknown_and_its_past_is_to_be_learned(bool hasAnother)
    {
        var bytes = GoldenBytes.Read("Advisor.Service.Tests", "state-document-v3");
        var older = hasAnother ? OlderHistory.Read(GoldenBytes.Read("Advisor.Core.Tests", "older-history-v1")) : null;

        var (document, problem) = ResourceStateDocument.Read(CreateStored(ResourceStateDocument.SplitVersion, bytes, older));

        Assert.Null(problem);
        Assert.Equal((true, RequirementBasis.Lost, 6), (document!.HasLostHistory, document.Head.Basis, document.State!.MinutesKept));
    }

    [Fact]
    public void An_awaited_change_is_kept_from_one_evaluation_to_the_next()
    {
        var awaited = new AwaitedChange(At, 3);
        var written = (ResourceStateDocument.Empty with { Alerts = ResourceAlerts.Empty with { Awaited = awaited } }).Write();

        Assert.Equal(awaited, ResourceStateDocument.Read(CreateStored(ResourceStateDocument.Version, written)).Memory!.Alerts.Awaited);
    }

    [Theory]
    [InlineData(0, "Use the program that wrote it.")]
    [InlineData(2, "Use the program that wrote it.")]
    [InlineData(4, "Update Advisor.")]
    public void Another_version_is_refused(int version, string remedy) =>
        Assert.Equal(
            $"The state of /x has version {version}; this program reads versions 1 and 3. {remedy}",
            ResourceStateDocument.Read(CreateStored(version, ResourceStateDocument.Empty.Write())).Problem
        );

    private static ResourceDocument CreateStored(int version, byte[] bytes, OlderHistory? older = null) =>
        new("/x", version, At, bytes) { OlderHistory = older };
}
