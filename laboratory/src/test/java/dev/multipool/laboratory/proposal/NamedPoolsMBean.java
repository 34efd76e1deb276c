package dev.multipool.laboratory.proposal;

/** The attribute by which HikariCP's pools are set. */
public interface NamedPoolsMBean {
    int getMaximumPoolSize();

    void setMaximumPoolSize(int size);
}
