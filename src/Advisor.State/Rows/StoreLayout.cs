namespace Advisor.State.Rows;

/// <summary>How the rows of this store are spread; fixed when the store is made.</summary>
internal sealed record StoreLayout(int Buckets);
