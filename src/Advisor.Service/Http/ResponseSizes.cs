namespace Advisor.Service.Http;

/// <summary>Maximum sizes of responses. A larger one is a fault of the service, or of something between.</summary>
public static class ResponseSizes
{
    private const int Megabyte = 1_000_000;

    /// <summary>
    /// 20 MB: a page of a list, a token, a row. Resource Manager's largest pages have 1,000 resources of some 3 kB.
    /// </summary>
    public const int MaxPageBytes = 20 * Megabyte;

    /// <summary>100 MB: the metrics of a batch; two weeks of fifty resources have some 20 MB.</summary>
    public const int MaxMetricsBytes = 100 * Megabyte;

    /// <summary>Describes a response that was not read to its end, as one sentence.</summary>
    /// <param name="address">Host and path, without a query, which may contain a secret.</param>
    public static string DescribeExcess(string address, int maxBytes) =>
        $"The answer of {address} has more than {maxBytes / Megabyte} MB and was not read to its end: something between here and there "
        + "changes the responses (a proxy?).";
}
