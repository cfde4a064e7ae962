namespace Advisor.Storage.Tables;

/// <summary>Response of the service that is not a transient failure.</summary>
/// <param name="IsUncertain">Whether an earlier attempt was interrupted, so that the service may already have done the work.</param>
internal sealed record TableResponse(int Status, string Body, string? NextPartition, string? NextRow, bool IsUncertain);
